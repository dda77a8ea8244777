#!/usr/bin/env node
/**
 * `hivecheck` as it is installed: what must be set before Node starts its threads, then the program. Not an ES module,
 * because Node 20 reads those with these threads, so that one would come too late.
 */

// A read of a stalled disk holds a thread for as long as the stall. Of Node's own four none would be left soon. Windows
// does not show libuv what is set here.
if (process.platform !== 'win32') process.env.UV_THREADPOOL_SIZE ??= '16';

import('./main.js');

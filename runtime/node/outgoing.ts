/** Connections to other hosts: straight, or through the proxy that the environment names. */
import { type Agent, type Dispatcher, EnvHttpProxyAgent } from 'undici';

/** Hosts of this machine, which are reached without the proxy. */
const LOCAL = 'localhost 127.0.0.1 [::1]';

/** Reads `HTTPS_PROXY`, `HTTP_PROXY` and `NO_PROXY`, also in lower case. Throws a TypeError for a proxy that is no URL. */
export function outgoing(options: Agent.Options = {}, environment = process.env): Dispatcher {
  const read = (name: string) => environment[name.toLowerCase()] || environment[name] || '';
  const proxy = (name: string) => {
    // Like curl, accept `proxy.example:8080` without a scheme.
    const url = read(name).replace(/^(?!$|\w+:\/\/)/, 'http://');
    // The message does not repeat the value, which may hold a password.
    if (url === '' || (URL.canParse(url) && /^https?:/i.test(url))) return url;
    throw new TypeError(`${name} is not the URL of a proxy: write http://host:port.`);
  };
  const noProxy = read('NO_PROXY').trim();
  return new EnvHttpProxyAgent({
    ...options,
    httpProxy: proxy('HTTP_PROXY'),
    httpsProxy: proxy('HTTPS_PROXY'),
    noProxy: noProxy === '*' ? noProxy : `${noProxy} ${LOCAL}`,
  });
}

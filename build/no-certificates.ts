/** Replaces `node-forge` in the bundles: hivecheck serves HTTP alone, so listhen makes no certificate. */
export default {};

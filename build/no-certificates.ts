/** Stands in the bundles for `node-forge`: hivecheck serves HTTP alone, so that listhen makes no certificate. */
export default {};

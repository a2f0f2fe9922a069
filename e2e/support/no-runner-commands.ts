// @open-wc/testing imports the commands of another test runner; nothing here uses them.
const unavailable = (): never => {
  throw new Error('not available in this runner');
};
export const sendKeys = unavailable;
export const sendMouse = unavailable;
export const resetMouse = unavailable;
export const setViewport = unavailable;
export const emulateMedia = unavailable;
export const a11ySnapshot = unavailable;
export const executeServerCommand = unavailable;
export const getSnapshot = unavailable;
export const getSnapshotConfig = unavailable;
export const saveSnapshot = unavailable;

/** True on a plain-HTTP address other than this machine: browsers keep camera, position and notifications from it. */
export const isInsecure = (): boolean => window.isSecureContext === false;

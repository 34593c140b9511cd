declare module "jsbarcode/bin/barcodes/CODE128/CODE128B.js" {
  /** Encoder of Code 128, set B. */
  export default class Code128B {
    constructor(text: string, options: object);
    valid(): boolean;
    /** Bars as `1`, spaces as `0`. */
    encode(): { data: string; text: string };
  }
}

export { amountText, parseAmount } from "@/shared/money/amount";
export { decimalsOf } from "@/shared/money/decimals";

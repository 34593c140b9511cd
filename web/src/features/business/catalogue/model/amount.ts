export { amountText, decimalsOf, parseAmount } from "@/shared/money/amount";

package shop.vouchers

/** What a customer may spend, once. */
data class Voucher(val code: String, val cents: Int, var isSpent: Boolean = false)

/** A voucher cannot be used. */
sealed class VoucherError(message: String) : Exception(message)

class UnknownVoucher(code: String) : VoucherError("no voucher $code")

class SpentVoucher(code: String) : VoucherError("voucher $code was used")

/** Returns what is left to pay, in cents. */
fun Voucher.off(cents: Int): Int = maxOf(0, cents - this.cents)

#ifndef SHOP_BARCODE_H
#define SHOP_BARCODE_H

#define BARCODE_LENGTH 13

/* A bar code: twelve digits and a check digit. */
struct barcode {
    char digits[BARCODE_LENGTH + 1];
};

/* Fills the bar code of a product; returns 0, or -1 when the number is too long. */
int barcode_make(struct barcode *code, unsigned long number);

/* Returns the check digit of twelve digits. */
char barcode_check(const char *digits);

#endif

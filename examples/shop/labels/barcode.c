#include "barcode.h"

#include <stdio.h>

static int made = 0;

char barcode_check(const char *digits)
{
    int sum = 0;
    for (int place = 0; place < BARCODE_LENGTH - 1; place++)
        sum += (digits[place] - '0') * (place % 2 ? 3 : 1);
    return (char)('0' + (10 - sum % 10) % 10);
}

int barcode_make(struct barcode *code, unsigned long number)
{
    if (number > 999999999999UL)
        return -1;
    snprintf(code->digits, sizeof code->digits, "%012lu", number);
    code->digits[BARCODE_LENGTH - 1] = barcode_check(code->digits);
    code->digits[BARCODE_LENGTH] = '\0';
    made++;
    return 0;
}

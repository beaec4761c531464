#include "printer.hpp"

extern "C" {
#include "barcode.h"
}

namespace shop {

void Printer::print(const std::string &name, unsigned long number)
{
    barcode code;
    if (barcode_make(&code, number) != 0)
        throw LabelError("no bar code for " + name);
    write(name);
    write(code.digits);
    ++printed_;
}

void StreamPrinter::write(const std::string &line)
{
    out_ << line << '\n';
}

}  // namespace shop

#pragma once

#include <ostream>
#include <stdexcept>
#include <string>

namespace shop {

/// A label that cannot be printed.
class LabelError : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// Something that prints labels.
class Printer {
public:
    virtual ~Printer() = default;

    /// Prints the label of a product.
    void print(const std::string &name, unsigned long number);

protected:
    virtual void write(const std::string &line) = 0;

private:
    int printed_ = 0;
};

/// Prints to a stream.
class StreamPrinter : public Printer {
public:
    explicit StreamPrinter(std::ostream &out) : out_(out) {}

protected:
    void write(const std::string &line) override;

private:
    std::ostream &out_;
};

}  // namespace shop

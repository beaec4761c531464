<?php

declare(strict_types=1);

namespace Shop\Newsletter;

/** Takes a letter to one reader. */
interface Mailer
{
    /** @throws MailerError when the letter cannot be sent */
    public function mail(Reader $reader, string $letter): void;
}

/** Writes letters into a file instead of sending them. */
class FileMailer implements Mailer
{
    public function __construct(private string $path)
    {
    }

    public function mail(Reader $reader, string $letter): void
    {
        if (file_put_contents($this->path, $letter, FILE_APPEND) === false) {
            throw new MailerError("no letter for {$reader->address}");
        }
    }
}

class MailerError extends \RuntimeException
{
}

<?php

declare(strict_types=1);

namespace Shop\Newsletter;

/** Tells its readers what is new in the shop. */
class Newsletter
{
    /** @var Reader[] */
    private array $readers = [];
    private int $sent = 0;

    public function __construct(private Mailer $mailer)
    {
    }

    public function add(Reader $reader): static
    {
        $this->readers[] = $reader;
        return $this;
    }

    /** Send a letter to every reader that wants it; return how many could not be reached. */
    public function send(string $letter): int
    {
        $missed = 0;
        foreach ($this->readers as $reader) {
            if (!$reader->isSubscribed()) {
                continue;
            }
            try {
                $this->mailer->mail($reader, $this->signed($letter));
                $this->sent++;
            } catch (MailerError) {
                $missed++;
            }
        }
        return $missed;
    }

    private function signed(string $letter): string
    {
        return $letter . "\n" . (getenv('SHOP_SIGNATURE') ?: 'Your shop');
    }
}

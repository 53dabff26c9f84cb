import { randomBytes } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import type { Logger } from 'pino'

export interface Mail {
  to: string
  fromName: string
  subject: string
  text: string
  html: string
}

export interface Mailer {
  /** Whether mails reach people's mailboxes, and not a directory. */
  delivers: boolean
  /** Sends in the background: a slow mail server keeps nobody waiting, a broken one is logged. */
  send(mail: Mail): void
  /** Resolves when nothing is on its way any more. */
  close(): Promise<void>
}

export interface MailerParts {
  /** Without it mails are written to DATA_DIR/outbox. */
  smtpUrl: string | undefined
  dataDir: string
  publicUrl: string
  log: Logger
}

/** How long a mail server may be silent. */
const SILENCE_MS = 15_000

type Deliver = (mail: Mail) => Promise<void>

export function createMailer(parts: MailerParts): Mailer {
  const deliver = parts.smtpUrl === undefined ? toOutbox(parts) : bySmtp(parts.smtpUrl, parts.publicUrl)
  const onTheirWay = new Set<Promise<void>>()
  return {
    delivers: parts.smtpUrl !== undefined,
    send(mail) {
      const sending = deliver(mail)
        .catch(error => parts.log.error({ reason: String(error) }, 'a mail could not be sent'))
        .finally(() => onTheirWay.delete(sending))
      onTheirWay.add(sending)
    },
    async close() {
      await Promise.all(onTheirWay)
    },
  }
}

function bySmtp(smtpUrl: string, publicUrl: string): Deliver {
  const transport = createTransport({
    url: smtpUrl,
    connectionTimeout: SILENCE_MS,
    greetingTimeout: SILENCE_MS,
    socketTimeout: SILENCE_MS,
  })
  const from = senderOf(smtpUrl, publicUrl)
  return async ({ fromName, ...mail }) => {
    await transport.sendMail({ ...mail, from: { name: fromName, address: from } })
  }
}

/** A file that any mail program opens, readable by its owner alone. */
function toOutbox({ dataDir, publicUrl, log }: MailerParts): Deliver {
  const transport = createTransport({ streamTransport: true, buffer: true })
  const outbox = join(dataDir, 'outbox')
  return async ({ fromName, ...mail }) => {
    const from = { name: fromName, address: senderOf(undefined, publicUrl) }
    const { message } = await transport.sendMail({ ...mail, from })
    const name = `${new Date().toISOString().replaceAll(':', '-')}-${randomBytes(4).toString('hex')}.eml`
    await mkdir(outbox, { recursive: true, mode: 0o700 })
    await writeFile(join(outbox, name), message, { mode: 0o600 })
    log.info({ path: join(outbox, name) }, 'no SMTP_URL: a mail was written to a file')
  }
}

/** The mail server's own account where that is an address, as most servers demand; else one at the public host. */
function senderOf(smtpUrl: string | undefined, publicUrl: string): string {
  const account = smtpUrl === undefined ? '' : decodeURIComponent(new URL(smtpUrl).username)
  return account.includes('@') ? account : `no-reply@${new URL(publicUrl).hostname}`
}

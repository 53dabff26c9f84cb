import { randomBytes } from 'node:crypto'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import type { Logger } from 'pino'
import { type Counts, createCounts } from './metrics/counts.ts'
import { settingError } from './startupError.ts'

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
  /** 'sent' are also those that became files. */
  counts: Counts<'sent' | 'failed'>
  /** Sends in the background: a slow mail server keeps nobody waiting, a broken one is logged. */
  send(mail: Mail): void
  /**
   * Signs in at the mail server and sends nothing. Throws StartError when it refuses the account; one that is away for now is only
   * logged, for the service does without.
   */
  check(): Promise<void>
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
/** At the start, which waits for it. */
const CHECKED_WITHIN_MS = 3_000

type Deliver = (mail: Mail) => Promise<void>

export function createMailer(parts: MailerParts): Mailer {
  const deliver = parts.smtpUrl === undefined ? toOutbox(parts) : bySmtp(parts.smtpUrl, parts.publicUrl)
  const onTheirWay = new Set<Promise<void>>()
  const counts = createCounts<'sent' | 'failed'>()
  return {
    delivers: parts.smtpUrl !== undefined,
    counts,
    send(mail) {
      const sending = deliver(mail)
        .then(
          () => counts.add('sent'),
          error => {
            counts.add('failed')
            parts.log.error({ reason: String(error) }, 'a mail could not be sent')
          },
        )
        .finally(() => onTheirWay.delete(sending))
      onTheirWay.add(sending)
    },
    async check() {
      if (parts.smtpUrl === undefined) return
      try {
        await transportTo(parts.smtpUrl, CHECKED_WITHIN_MS).verify()
      } catch (error) {
        const { code, responseCode } = error as { code?: unknown; responseCode?: unknown }
        if (code === 'EAUTH' && !isTemporary(responseCode))
          throw settingError(
            'SMTP_URL',
            '메일 서버가 이 아이디와 비밀번호를 받지 않아요.',
            'the mail server does not take this user and password.',
          )
        parts.log.warn({ reason: String(error) }, 'the mail server of SMTP_URL is out of reach')
      }
    },
    async close() {
      await Promise.all(onTheirWay)
    },
  }
}

/** RFC 5321, section 4.2.1: it may succeed later. */
function isTemporary(responseCode: unknown): boolean {
  return typeof responseCode === 'number' && responseCode >= 400 && responseCode < 500
}

function transportTo(smtpUrl: string, silenceMs: number) {
  return createTransport({
    url: smtpUrl,
    connectionTimeout: silenceMs,
    greetingTimeout: silenceMs,
    socketTimeout: silenceMs,
  })
}

function bySmtp(smtpUrl: string, publicUrl: string): Deliver {
  const transport = transportTo(smtpUrl, SILENCE_MS)
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
    const path = join(outbox, name)
    try {
      await writeFile(path, message, { mode: 0o600 })
    } catch (error) {
      // Half a mail would look like a whole one.
      await rm(path, { force: true })
      throw error
    }
    log.info({ path }, 'no SMTP_URL: a mail was written to a file')
  }
}

/** The mail server's own account where that is an address, as most servers demand; else one at the public host. */
function senderOf(smtpUrl: string | undefined, publicUrl: string): string {
  const account = smtpUrl === undefined ? '' : decodeURIComponent(new URL(smtpUrl).username)
  return account.includes('@') ? account : `no-reply@${new URL(publicUrl).hostname}`
}

import { randomBytes } from 'node:crypto'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import type { Logger } from 'pino'
import { type Counts, createCounts } from './metrics/metrics.ts'
import { createTrackedDelivery, reasonOf, type TrackedDelivery } from './smtpDelivery.ts'
import { settingError } from './startup.ts'

export interface Mail {
  to: string
  fromName: string
  subject: string
  text: string
  html: string
}

export interface Mailer {
  /** Whether mails are sent, not written to files. */
  sendsMail: boolean
  /** 'sent' includes mails written to files. */
  counts: Counts<'sent' | 'failed'>
  /** Sends in the background and logs failures, so that a slow mail server delays nobody. */
  send(mail: Mail): void
  /** Delivers one mail and says what became of it. Null if no mails are sent. */
  deliver: TrackedDelivery | null
  /** Signs in to the mail server; rejects if that fails. */
  signIn(): Promise<void>
  /**
   * Signs in at startup. Throws a StartupError if the mail server rejects the credentials. An unreachable server is only
   * logged, because the app works without mail.
   */
  verify(): Promise<void>
  /** Resolves when all pending mails are done. */
  close(): Promise<void>
}

interface MailerParts {
  /** Undefined to write mails to DATA_DIR/outbox. */
  smtpUrl: string | undefined
  dataDir: string
  publicUrl: string
  log: Logger
}

const TIMEOUT_MS = 15_000
/** The startup and the status page wait for it. */
const VERIFY_TIMEOUT_MS = 3_000

type Deliver = (mail: Mail) => Promise<void>

export function createMailer(parts: MailerParts): Mailer {
  const deliver =
    parts.smtpUrl === undefined
      ? createOutboxDelivery(parts)
      : createSmtpDelivery(parts.smtpUrl, parts.publicUrl)
  const signIn = async () => {
    if (parts.smtpUrl !== undefined) await transportTo(parts.smtpUrl, VERIFY_TIMEOUT_MS).verify()
  }
  const pending = new Set<Promise<void>>()
  const counts = createCounts<'sent' | 'failed'>()
  const deliverTracked =
    parts.smtpUrl === undefined
      ? null
      : createTrackedDelivery(parts.smtpUrl, {
          from: senderOf(parts.smtpUrl, parts.publicUrl),
          timeoutMs: TIMEOUT_MS,
        })
  return {
    deliver:
      deliverTracked &&
      (async (mail, beforeContent) => {
        const result = await deliverTracked(mail, beforeContent)
        if (result.outcome !== 'cancelled') counts.add(result.outcome === 'accepted' ? 'sent' : 'failed')
        return result
      }),
    sendsMail: parts.smtpUrl !== undefined,
    counts,
    send(mail) {
      const sending = deliver(mail)
        .then(
          () => counts.add('sent'),
          error => {
            counts.add('failed')
            parts.log.error({ reason: reasonOf(error) }, 'a mail could not be sent')
          },
        )
        .finally(() => pending.delete(sending))
      pending.add(sending)
    },
    signIn,
    async verify() {
      try {
        await signIn()
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
      await Promise.all(pending)
    },
  }
}

/** RFC 5321, section 4.2.1: a retry may succeed. */
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

function createSmtpDelivery(smtpUrl: string, publicUrl: string): Deliver {
  const transport = transportTo(smtpUrl, TIMEOUT_MS)
  const from = senderOf(smtpUrl, publicUrl)
  return async ({ fromName, ...mail }) => {
    await transport.sendMail({ ...mail, from: { name: fromName, address: from } })
  }
}

/** Writes a file that mail programs can open and only its owner may read. */
function createOutboxDelivery({ dataDir, publicUrl, log }: MailerParts): Deliver {
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
      // A partial mail would look like a complete one.
      await rm(path, { force: true })
      throw error
    }
    log.info({ path }, 'no SMTP_URL: a mail was written to a file')
  }
}

/** The SMTP account if it is an address, as most servers require; else no-reply at the public host. */
function senderOf(smtpUrl: string | undefined, publicUrl: string): string {
  const account = smtpUrl === undefined ? '' : decodeURIComponent(new URL(smtpUrl).username)
  return account.includes('@') ? account : `no-reply@${new URL(publicUrl).hostname}`
}

import { once } from 'node:events'
import { Readable } from 'node:stream'
import { createTransport } from 'nodemailer'
import { parseConnectionUrl } from 'nodemailer/lib/shared'
import SMTPConnection, {
  type AuthenticationType,
  type Envelope,
  type SMTPError,
} from 'nodemailer/lib/smtp-connection'

/** A mail with headers of its own. The same id marks repeated deliveries of one mail. */
export interface TrackedMail {
  to: string
  fromName: string
  subject: string
  text: string
  html: string
  messageId: string
  headers: Record<string, string>
}

/** `reason`: see `reasonOf`. */
export type DeliveryResult =
  | { outcome: 'accepted' }
  /** The mail server was not reached, does not accept us, or asks to wait: nothing was delivered. */
  | { outcome: 'deferred'; isServerDown: boolean; reason: string }
  /** The mail was refused for good. */
  | { outcome: 'rejected'; isMailboxFault: boolean; isUnknownMailbox: boolean; reason: string }
  /** The connection ended while the content was sent, so the mail may have been delivered. */
  | { outcome: 'unclear'; reason: string }
  /** `beforeContent` returned false. */
  | { outcome: 'cancelled' }

/**
 * Delivers a mail over a connection of its own. `beforeContent` runs once the server has accepted the recipient, before
 * the first byte of the content: until it resolves, nothing can have been delivered.
 */
export type TrackedDelivery = (
  mail: TrackedMail,
  beforeContent: () => Promise<boolean>,
) => Promise<DeliveryResult>

interface DeliveryOptions {
  from: string
  timeoutMs: number
}

export function createTrackedDelivery(
  smtpUrl: string,
  { from, timeoutMs }: DeliveryOptions,
): TrackedDelivery {
  const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  const { auth, ...server } = parseConnectionUrl(smtpUrl)
  const timeouts = { connectionTimeout: timeoutMs, greetingTimeout: timeoutMs, socketTimeout: timeoutMs }

  return async ({ fromName, ...mail }, beforeContent) => {
    const { message } = await composer.sendMail({ ...mail, from: { name: fromName, address: from } })
    const connection = new SMTPConnection({ ...server, ...timeouts })
    const content = { isCancelled: false, hasBegun: false }
    const stream = new Readable({
      // Called once the server waits for the content.
      read() {
        beforeContent().then(
          mayBegin => {
            content.isCancelled = !mayBegin
            if (!mayBegin) return void this.destroy(new Error('cancelled'))
            content.hasBegun = true
            this.push(message)
            this.push(null)
          },
          (error: unknown) => this.destroy(error as Error),
        )
      },
    })
    try {
      await deliver(connection, { auth, envelope: { from, to: mail.to }, stream })
      return { outcome: 'accepted' }
    } catch (error) {
      if (content.isCancelled) return { outcome: 'cancelled' }
      return resultOf(error as SMTPError, content.hasBegun)
    } finally {
      stream.destroy()
      connection.close()
    }
  }
}

interface Delivery {
  auth: AuthenticationType | undefined
  envelope: Envelope
  stream: Readable
}

async function deliver(connection: SMTPConnection, { auth, envelope, stream }: Delivery): Promise<void> {
  const steps = async () => {
    await new Promise<void>((resolve, reject) => {
      connection.connect(error => (error ? reject(error) : resolve()))
    })
    if (auth && connection.allowsAuth)
      await new Promise<void>((resolve, reject) => {
        connection.login({ ...auth }, error => (error ? reject(error) : resolve()))
      })
    await new Promise<void>((resolve, reject) => {
      connection.send(envelope, stream, error => (error ? reject(error) : resolve()))
    })
  }
  // A connection that breaks reports it by an event.
  const failure = once(connection, 'error').then(([error]) => Promise.reject(error))
  failure.catch(() => undefined)
  await Promise.race([steps(), failure])
}

/** RFC 3463: bad destination mailbox address, null MX of its domain, and mailbox disabled. */
const UNKNOWN_MAILBOX = /\b5\.(?:1\.1|1\.10|2\.1)\b/
/** RFC 3463: security or policy, such as a relay that does not accept us yet. Says nothing about the mailbox. */
const SENDER_NOT_ALLOWED = /\b5\.7\.\d/

/** Codes only, because responses of mail servers name the recipient. */
export function reasonOf({ code, command, responseCode }: Partial<SMTPError>): string {
  return [code, command, responseCode].filter(Boolean).join(' ')
}

function resultOf(error: SMTPError, hasBegun: boolean): DeliveryResult {
  const { command, responseCode, response = '' } = error
  const reason = reasonOf(error)
  // Only a response to the content is clear.
  if (hasBegun && !(command === 'DATA' && responseCode !== undefined)) return { outcome: 'unclear', reason }
  const isRefused = responseCode !== undefined && responseCode >= 500
  if (isRefused && command === 'RCPT TO' && !SENDER_NOT_ALLOWED.test(response))
    return {
      outcome: 'rejected',
      isMailboxFault: true,
      isUnknownMailbox: UNKNOWN_MAILBOX.test(response),
      reason,
    }
  if (isRefused && command === 'DATA')
    return { outcome: 'rejected', isMailboxFault: false, isUnknownMailbox: false, reason }
  const isAboutMail = command === 'RCPT TO' || command === 'DATA'
  return { outcome: 'deferred', isServerDown: !isAboutMail, reason }
}

import { EventEmitter, once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'

/** A mail server that delivers nothing and stores what it gets. */
export interface MailServer {
  url: string
  /** Resolves with the last mail to this address with a matching subject, already received or not. */
  mailTo(address: string, subject?: RegExp): Promise<Email>
  /** All mails that have arrived. */
  mailsTo(address: string, subject?: RegExp): Email[]
  received: Email[]
  /** How it responds from now on; it accepts everything by default. */
  respond: {
    recipient?: SmtpResponse
    /** `hangUp`: receives the content, and then closes the connection without a response. */
    content?: SmtpResponse | 'hangUp'
  }
  stop(): Promise<void>
}

interface SmtpResponse {
  responseCode: number
  message: string
}

/** @param port to start again where an earlier one was. */
export async function startMailServer(port = 0): Promise<MailServer> {
  const behaviour: Pick<MailServer, 'respond'> = { respond: {} }
  const received: Email[] = []
  const arrivals = new EventEmitter()
  const mailsTo = (address: string, subject = /^/) =>
    received.filter(
      mail => mail.to?.some(receiver => receiver.address === address) && subject.test(mail.subject ?? ''),
    )
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo(_address, _session, done) {
      const { recipient } = behaviour.respond
      done(recipient && Object.assign(new Error(), recipient))
    },
    onData(stream, { id }, done) {
      buffer(stream)
        .then(bytes => PostalMime.parse(bytes))
        .then(mail => {
          const { content } = behaviour.respond
          if (content !== undefined && content !== 'hangUp') return done(Object.assign(new Error(), content))
          received.push(mail)
          if (content === 'hangUp') hangUp(id)
          else done()
          arrivals.emit('mail')
        }, done)
    },
  })
  function hangUp(id: string): void {
    for (const connection of server.connections) if (connection.id === id) connection.close()
  }
  server.listen(port, '127.0.0.1')
  await once(server.server, 'listening')
  const address = server.server.address() as AddressInfo
  return Object.assign(behaviour, {
    url: `smtp://127.0.0.1:${address.port}`,
    received,
    mailsTo,
    async mailTo(address: string, subject?: RegExp) {
      for (;;) {
        const mail = mailsTo(address, subject).at(-1)
        if (mail) return mail
        await once(arrivals, 'mail')
      }
    },
    stop: () => new Promise<void>(resolve => server.close(resolve)),
  })
}

export const aboutReset = /임시 비밀번호|temporary password/
export const aboutNewDevice = /새 기기|new device/
export const aboutConfirmation = /이메일 주소를 확인|confirm your e-mail/

/** Of the link in the mail. */
export function confirmationTokenIn({ text }: Email): string {
  const token = text?.match(/\/user\/confirm#(\S+)/)?.[1]
  if (token === undefined) throw new Error(`no link in ${text}`)
  return token
}

/** The password that the user reads in the mail and types at sign-in. */
export function temporaryPasswordIn({ text }: Email): string {
  const password = text?.match(/(?:임시 비밀번호|Temporary password): (\S+)/)?.[1]
  if (password === undefined) throw new Error(`no password in ${text}`)
  return password
}

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
  stop(): Promise<void>
}

export async function startMailServer(): Promise<MailServer> {
  const received: Email[] = []
  const arrivals = new EventEmitter()
  const mailsTo = (address: string, subject = /^/) =>
    received.filter(
      mail => mail.to?.some(receiver => receiver.address === address) && subject.test(mail.subject ?? ''),
    )
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, _session, done) {
      buffer(stream)
        .then(bytes => PostalMime.parse(bytes))
        .then(mail => {
          received.push(mail)
          done()
          arrivals.emit('mail')
        }, done)
    },
  })
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const { port } = server.server.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    mailsTo,
    async mailTo(address, subject) {
      for (;;) {
        const mail = mailsTo(address, subject).at(-1)
        if (mail) return mail
        await once(arrivals, 'mail')
      }
    },
    stop: () => new Promise(resolve => server.close(resolve)),
  }
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

import { EventEmitter, once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'

/** A mail server that delivers nothing but keeps what it gets. */
export interface MailServer {
  url: string
  /** The mail to this address, come already or yet to come. */
  mailTo(address: string): Promise<Email>
  received: Email[]
  stop(): Promise<void>
}

export async function startMailServer(): Promise<MailServer> {
  const received: Email[] = []
  const arrivals = new EventEmitter()
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
    async mailTo(address) {
      for (;;) {
        const mail = received.findLast(({ to }) => to?.some(receiver => receiver.address === address))
        if (mail) return mail
        await once(arrivals, 'mail')
      }
    },
    stop: () => new Promise(resolve => server.close(resolve)),
  }
}

/** What a person reads in the mail and types at the sign-in. */
export function temporaryPasswordIn({ text }: Email): string {
  const password = text?.match(/(?:임시 비밀번호|Temporary password): (\S+)/)?.[1]
  if (password === undefined) throw new Error(`no password in ${text}`)
  return password
}

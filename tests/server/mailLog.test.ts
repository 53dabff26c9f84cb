import { tmpdir } from 'node:os'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { createMailer } from '#server/platform/mail.ts'
import { startMailServer } from '#tests/support/mailServer.ts'

test('the log of a refused mail has the codes and not the reply, which names the recipient', async () => {
  const mailServer = await startMailServer()
  onTestFinished(mailServer.stop)
  mailServer.respond = { recipient: { responseCode: 550, message: 'no such user: ada@example.com' } }
  const lines: string[] = []
  const log = pino({}, { write: line => void lines.push(line) })
  const mailer = createMailer({
    smtpUrl: mailServer.url,
    dataDir: tmpdir(),
    publicUrl: 'http://localhost',
    log,
  })
  mailer.send({ to: 'ada@example.com', fromName: '글마루', subject: '알림', text: '글', html: '<p>글</p>' })
  await mailer.close()
  expect(lines.map(line => JSON.parse(line).reason)).toEqual(['EENVELOPE RCPT TO 550'])
  expect(lines.join()).not.toContain('ada@')
})

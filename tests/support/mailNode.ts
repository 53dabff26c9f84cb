import type { Logger } from 'pino'
import type { Email } from 'postal-mime'
import { inject } from 'vitest'
import { chooseMail, type MailChoices, NO_MAIL } from '#protocol/mailNotifications.ts'
import { startMailServer } from './mailServer.ts'
import { emptyDatabase, startNode, type TestNode } from './node.ts'
import { makeHub, newUser, type TestUser } from './users.ts'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS

/** Two servers with one database, a clock and the mail server of the tests. */
export async function startMailNodes({ log }: { log?: Logger } = {}) {
  // A Wednesday, noon in Seoul.
  let now = new Date('2026-05-06T03:00:00Z')
  let mails = await startMailServer()
  const mongoUrl = await emptyDatabase()
  const options = {
    mongoUrl,
    redisUrl: inject('redisUrl'),
    clock: () => now,
    smtpUrl: mails.url,
    mailEventsSecret: 'only-mail-services-know-it',
    ...(log && { log }),
  }
  const node = await startNode(options)
  const otherNode = await startNode(options)
  const nodes = [node, otherNode]

  const plansAreStored = () => Promise.all(nodes.map(({ app }) => app.context.backgroundTasks.onIdle()))

  function advanceClock(ms: number): void {
    now = new Date(now.getTime() + ms)
  }

  /** A user with a confirmed address. */
  async function newReader(name = '한지은', at: TestNode = node): Promise<TestUser> {
    const user = await newUser(at.url, name)
    await node.app.context.repositories.users.confirmMailbox(user.userNo, now)
    return user
  }

  return {
    node,
    otherNode,
    newReader,
    advanceClock,
    now: () => now,
    /** Mails to a user about events. */
    mailsTo: ({ email }: TestUser): Email[] =>
      mails.mailsTo(email).filter(({ headers }) => headers.some(({ key }) => key === 'list-id')),
    /** Sends what has been unseen long enough. */
    async sendSoon() {
      await plansAreStored()
      advanceClock(20 * MINUTE_MS)
      await node.app.sendMails()
    },
    /** Sends the mails that are due at this time of Seoul, such as '2026-05-11T08:00'. */
    async sendAt(time: string) {
      await plansAreStored()
      now = new Date(`${time}:00+09:00`)
      await node.app.sendMails()
    },
    plansAreStored,
    /** The mail server of the nodes, which may be another one after a restart. */
    mailServer: () => mails,
    async restartMailServer() {
      mails = await startMailServer(Number(new URL(options.smtpUrl).port))
    },
    nextDay() {
      advanceClock(DAY_MS)
    },
    /** A hub of a friend and a user, and what the user chose. */
    async createHub(choices?: Partial<MailChoices>) {
      const friend = await newReader('이민호')
      const reader = await newReader()
      const hubNo = await makeHub(friend, reader)
      if (choices) await reader.call(chooseMail, { ...NO_MAIL, ...choices })
      return { friend, reader, hubNo }
    },
    async stop() {
      await otherNode.stop()
      await node.stop()
      await mails.stop()
    },
  }
}

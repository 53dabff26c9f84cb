import { expect } from 'vitest'
import { markAllNotificationsSeen } from '#protocol/inbox.ts'
import { PUSH_DELAY_MS } from '#protocol/limits.ts'
import { choosePush, FIRST_CHOICES, type PushChoices, subscribePush } from '#protocol/push.ts'
import { emptyDatabase, startNode, VAPID_KEYS } from './node.ts'
import { type PushSubscriber, startPushService } from './pushService.ts'
import { makeHub, newUser, signInUser, type TestUser } from './users.ts'

const DAY_MS = 24 * 60 * 60 * 1000
/** Noon in Seoul. */
const NOON = new Date('2026-05-04T03:00:00Z')

/** A server with its own clock, and its push service. */
export async function startPushNode() {
  let now = NOON
  const service = await startPushService(VAPID_KEYS.publicKey)
  const pushHosts = [service.host]
  const node = await startNode({ mongoUrl: await emptyDatabase(), clock: () => now, pushHosts })

  function advanceClock(ms: number): void {
    now = new Date(now.getTime() + ms)
  }

  /** Signs the user in on a remembered device that gets all pushes at any hour, unless `chosen` says otherwise. */
  async function addDevice(
    user: TestUser,
    chosen: Partial<PushChoices> = {},
    browser = service.newBrowser(),
  ): Promise<TestUser & { browser: PushSubscriber }> {
    const owner = await signInUser(node.url, user.email, true)
    expect(await owner.call(subscribePush, browser.subscription)).toEqual({ success: true })
    const allChoices = { ...FIRST_CHOICES, kinds: [...FIRST_CHOICES.kinds, 'empathy' as const], quiet: null }
    expect(await owner.call(choosePush, { ...allChoices, ...chosen })).toEqual({ success: true })
    // The notifications of the hub and of the sign-in.
    await owner.call(markAllNotificationsSeen, { upTo: now.toISOString() })
    return { ...owner, browser }
  }

  return {
    node,
    service,
    advanceClock,
    addDevice,
    now: () => now,
    /** Sets the clock to noon of the next day. */
    nextNoon() {
      now = new Date(Math.max(now.getTime(), NOON.getTime()) + DAY_MS)
      now.setUTCHours(NOON.getUTCHours())
    },
    /** Sends the batched pushes. */
    async sendBatched() {
      await node.app.context.backgroundTasks.onIdle()
      advanceClock(PUSH_DELAY_MS)
      await node.app.sendPushes()
    },
    /** Creates a hub of a friend and a user with a push device. */
    async createHubWithDevice(chosen?: Partial<PushChoices>) {
      const friend = await newUser(node.url, '이민호')
      const user = await newUser(node.url, '한지은')
      const hubNo = await makeHub(friend, user)
      return { friend, hubNo, owner: await addDevice(user, chosen) }
    },
    pushesTo: ({ browser }: { browser: PushSubscriber }) =>
      service.receivedBy(browser).map(({ message }) => message),
    async stop() {
      await node.stop()
      await service.stop()
    },
  }
}

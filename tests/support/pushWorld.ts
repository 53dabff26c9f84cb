import { expect } from 'vitest'
import { markAllNotificationsSeen } from '#protocol/inbox.ts'
import { PUSH_GATHERED_MS } from '#protocol/limits.ts'
import { choosePush, FIRST_CHOICES, type PushChoices, subscribePush } from '#protocol/push.ts'
import { emptyDatabase, startNode, VAPID_KEYS } from './node.ts'
import { makeHub, newPerson, type Person, signedIn } from './person.ts'
import type { PushSubscriber } from './pushBrowser.ts'
import { startPushService } from './pushService.ts'

const DAY_MS = 24 * 60 * 60 * 1000
/** Noon in Seoul. */
const NOON = new Date('2026-05-04T03:00:00Z')

/** A server with a clock of its own, and the push service that it sends to. */
export async function startPushWorld() {
  let now = NOON
  const service = await startPushService(VAPID_KEYS.publicKey)
  const pushHosts = [service.host]
  const node = await startNode({ mongoUrl: await emptyDatabase(), clock: () => now, pushHosts })

  function later(ms: number): void {
    now = new Date(now.getTime() + ms)
  }

  /** The same person on a device that stays signed in and is told of everything at any hour, unless they choose otherwise. */
  async function withDevice(
    person: Person,
    chosen: Partial<PushChoices> = {},
    browser = service.newBrowser(),
  ): Promise<Person & { browser: PushSubscriber }> {
    const owner = await signedIn(node.url, person.email, true)
    expect(await owner.does(subscribePush, browser.subscription)).toEqual({ success: true })
    const everything = { ...FIRST_CHOICES, kinds: [...FIRST_CHOICES.kinds, 'empathy' as const], quiet: null }
    expect(await owner.does(choosePush, { ...everything, ...chosen })).toEqual({ success: true })
    // That they were invited, and signed in.
    await owner.does(markAllNotificationsSeen, { upTo: now.toISOString() })
    return { ...owner, browser }
  }

  return {
    node,
    service,
    later,
    withDevice,
    now: () => now,
    /** It is noon of the next day. */
    nextNoon() {
      now = new Date(Math.max(now.getTime(), NOON.getTime()) + DAY_MS)
      now.setUTCHours(NOON.getUTCHours())
    },
    /** What was gathered is told. */
    async gathered() {
      await node.app.context.backgroundTasks.settled()
      later(PUSH_GATHERED_MS)
      await node.app.sendPushes()
    },
    /** A friend's room with somebody who has a device. */
    async newRoom(chosen?: Partial<PushChoices>) {
      const friend = await newPerson(node.url, '이민호')
      const person = await newPerson(node.url, '한지은')
      const hubNo = await makeHub(friend, person)
      return { friend, hubNo, owner: await withDevice(person, chosen) }
    },
    toldTo: ({ browser }: { browser: PushSubscriber }) =>
      service.receivedBy(browser).map(({ message }) => message),
    async stop() {
      await node.stop()
      await service.stop()
    },
  }
}

import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { deleteComment, postComment } from '#protocol/comments.ts'
import { muteHub } from '#protocol/hubs.ts'
import {
  countInbox,
  getInbox,
  markNotificationSeen,
  markThreadNotificationsSeen,
  notificationTargets,
} from '#protocol/inbox.ts'
import { setReaction } from '#protocol/reactions.ts'
import { createNotificationModel, type NotificationStep } from '#tests/support/notificationModel.ts'
import { makeHub, newPerson, type Person, shareNewNote } from '#tests/support/person.ts'
import { startTwoNodes } from '#tests/support/twoNodes.ts'

/** Whatever is said, deleted, seen and muted in a thread at two nodes: each is told what a model without a server expects. */
const PEOPLE = 4
const SEQUENCES = Number(process.env.MODEL_SEQUENCES ?? 6)

const who = fc.nat(PEOPLE - 1)
const kind = <Kind extends NotificationStep['kind']>(value: Kind) => fc.constant(value)
const step: fc.Arbitrary<NotificationStep> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: kind('post'),
      who,
      mentions: fc.option(who, { freq: 3 }),
      repliesToLast: fc.boolean(),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: kind('unsay'), who }) },
  { weight: 3, arbitrary: fc.record({ kind: kind('look'), who, isAll: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ kind: kind('mute'), who, isOn: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ kind: kind('empathize'), who, isOn: fc.boolean() }) },
)

let nodes: Awaited<ReturnType<typeof startTwoNodes>>
beforeAll(async () => {
  nodes = await startTwoNodes()
})
afterAll(() => nodes.stop())

const settled = () =>
  Promise.all([nodes.here, nodes.there].map(({ app }) => app.context.backgroundTasks.settled()))

async function play(steps: readonly NotificationStep[]): Promise<void> {
  const people = await Promise.all(
    ['하나', '둘둘', '셋셋', '넷넷'].map((name, at) =>
      newPerson((at % 2 ? nodes.here : nodes.there).url, name),
    ),
  )
  const [author, ...friends] = people as [Person, ...Person[]]
  const hubNo = await makeHub(author, ...friends)
  for (const friend of friends)
    await friend.does(markNotificationSeen, { thing: notificationTargets.room(hubNo) })
  const place = { hubNo, noteNo: await shareNewNote(author, hubNo) }
  const model = createNotificationModel(PEOPLE, place)
  for (const taken of steps) {
    const person = people[taken.who] as Person
    if (taken.kind === 'post') {
      const mentioned = taken.mentions === null ? '' : `@${people[taken.mentions]?.name} `
      const replyTo = taken.repliesToLast ? model.comments.at(-1)?.commentNo : undefined
      const said = { ...place, text: `${mentioned}말`, requestKey: randomUUID(), ...(replyTo && { replyTo }) }
      model.post(taken, (await person.does(postComment, said)).comment.commentNo)
    } else if (taken.kind === 'unsay') {
      const own = model.comments.find(({ who }) => who === taken.who)
      if (own === undefined) continue
      await person.does(deleteComment, { commentNo: own.commentNo })
      model.unsay(own.commentNo)
    } else if (taken.kind === 'look') {
      const upTo = model.comments.at(taken.isAll ? -1 : 0)?.commentNo
      if (upTo === undefined) continue
      await person.does(markThreadNotificationsSeen, { ...place, commentNo: upTo })
      model.look(taken.who, upTo)
    } else if (taken.kind === 'mute') {
      await person.does(muteHub, { hubNo, isMuted: taken.isOn })
      model.mute(taken.who, taken.isOn)
    } else {
      await person.does(setReaction, { ...place, isOn: taken.isOn })
      model.setReaction(taken.who, taken.isOn)
    }
    await settled()
  }
  for (const [at, person] of people.entries()) {
    const { news: notifications } = await person.does(getInbox, {})
    const told = notifications
      .filter(({ kind }) => kind !== 'invited')
      .map(({ thing, kind, isNew, commentCount, peopleCount }) => ({
        thing: kind === 'empathy' ? kind : thing,
        ...{ kind, isNew, commentCount, people: kind === 'empathy' ? peopleCount : 0 },
      }))
    const expected = [...(model.inboxes[at] ?? [])].map(([thing, { kind, isNew, commentNos, byWhom }]) => ({
      thing,
      ...{ kind, isNew, commentCount: commentNos.length, people: byWhom.size },
    }))
    expect(new Set(told), `${at}: ${JSON.stringify(steps)}`).toEqual(new Set(expected))
    const { count } = await person.does(countInbox, {})
    expect(count).toBe(expected.filter(({ isNew }) => isNew).length)
  }
}

test(
  `${SEQUENCES} sequences end with what a model expects in every inbox`,
  () =>
    fc.assert(fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 18 }), play), {
      numRuns: SEQUENCES,
      endOnFailure: true,
    }),
  SEQUENCES * 10_000 + 60_000,
)

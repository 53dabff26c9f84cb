import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
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
import { openTwoNodes } from '#tests/support/node.ts'
import { makeHub, newUser, shareNewNote, type TestUser } from '#tests/support/users.ts'

/**
 * Random comments, deletions, views and mutes in a thread at two nodes: each inbox must match a model without a
 * server.
 */
const PEOPLE = 4
const SEQUENCES = Number(process.env.MODEL_SEQUENCES ?? 6)

const userIndex = fc.nat(PEOPLE - 1)
const kind = <Kind extends NotificationStep['kind']>(value: Kind) => fc.constant(value)
const step: fc.Arbitrary<NotificationStep> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: kind('post'),
      who: userIndex,
      mentions: fc.option(userIndex, { freq: 3 }),
      repliesToLast: fc.boolean(),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: kind('unsay'), who: userIndex }) },
  { weight: 3, arbitrary: fc.record({ kind: kind('look'), who: userIndex, isAll: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ kind: kind('mute'), who: userIndex, isOn: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ kind: kind('react'), who: userIndex, isOn: fc.boolean() }) },
)

const { firstNode, secondNode } = await openTwoNodes()

const settled = () =>
  Promise.all([firstNode, secondNode].map(({ app }) => app.context.backgroundTasks.onIdle()))

async function play(steps: readonly NotificationStep[]): Promise<void> {
  const users = await Promise.all(
    ['하나', '둘둘', '셋셋', '넷넷'].map((name, at) => newUser((at % 2 ? firstNode : secondNode).url, name)),
  )
  const [author, ...friends] = users as [TestUser, ...TestUser[]]
  const hubNo = await makeHub(author, ...friends)
  for (const friend of friends)
    await friend.call(markNotificationSeen, { thing: notificationTargets.room(hubNo) })
  const place = { hubNo, noteNo: await shareNewNote(author, hubNo) }
  const model = createNotificationModel(PEOPLE, place)
  for (const taken of steps) {
    const user = users[taken.who] as TestUser
    if (taken.kind === 'post') {
      const mentioned = taken.mentions === null ? '' : `@${users[taken.mentions]?.name} `
      const replyTo = taken.repliesToLast ? model.comments.at(-1)?.commentNo : undefined
      const input = {
        ...place,
        text: `${mentioned}말`,
        requestKey: randomUUID(),
        ...(replyTo && { replyTo }),
      }
      model.post(taken, (await user.call(postComment, input)).comment.commentNo)
    } else if (taken.kind === 'unsay') {
      const own = model.comments.find(({ who: userIndex }) => userIndex === taken.who)
      if (own === undefined) continue
      await user.call(deleteComment, { commentNo: own.commentNo })
      model.unsay(own.commentNo)
    } else if (taken.kind === 'look') {
      const upTo = model.comments.at(taken.isAll ? -1 : 0)?.commentNo
      if (upTo === undefined) continue
      await user.call(markThreadNotificationsSeen, { ...place, commentNo: upTo })
      model.look(taken.who, upTo)
    } else if (taken.kind === 'mute') {
      await user.call(muteHub, { hubNo, isMuted: taken.isOn })
      model.mute(taken.who, taken.isOn)
    } else {
      await user.call(setReaction, { ...place, isOn: taken.isOn })
      model.setReaction(taken.who, taken.isOn)
    }
    await settled()
  }
  for (const [at, user] of users.entries()) {
    const { news: notifications } = await user.call(getInbox, {})
    const published = notifications
      .filter(({ kind }) => kind !== 'invited')
      .map(({ thing, kind, isNew, commentCount, peopleCount }) => ({
        thing: kind === 'empathy' ? kind : thing,
        ...{ kind, isNew, commentCount, people: kind === 'empathy' ? peopleCount : 0 },
      }))
    const expected = [...(model.inboxes[at] ?? [])].map(([thing, { kind, isNew, commentNos, byWhom }]) => ({
      thing,
      ...{ kind, isNew, commentCount: commentNos.length, people: byWhom.size },
    }))
    expect(new Set(published), `${at}: ${JSON.stringify(steps)}`).toEqual(new Set(expected))
    const { count } = await user.call(countInbox, {})
    expect(count).toBe(expected.filter(({ isNew }) => isNew).length)
  }
}

test(
  `${SEQUENCES} sequences end with the inbox of the model for every user`,
  () =>
    fc.assert(fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 18 }), play), {
      numRuns: SEQUENCES,
      endOnFailure: true,
    }),
  SEQUENCES * 10_000 + 60_000,
)

/**
 * A model of the notifications of one thread, from the written rules (docs/decisions/0026) and without any server
 * code. Users are referred to by index; the first one is the author of the note.
 */
type NotificationStep =
  | { kind: 'post'; who: number; mentions: number | null; repliesToLast: boolean }
  | { kind: 'unsay'; who: number }
  | { kind: 'look'; who: number; isAll: boolean }
  | { kind: 'mute'; who: number; isOn: boolean }
  | { kind: 'react'; who: number; isOn: boolean }

interface ModelEntry {
  kind: string
  isNew: boolean
  commentNos: number[]
  byWhom: Set<number>
}

interface Comment {
  commentNo: number
  who: number
}

const AUTHOR = 0

function createNotificationModel(users: number, place: { hubNo: number; noteNo: number }) {
  const comments: Comment[] = []
  const muted = new Set<number>()
  const inboxes = Array.from({ length: users }, () => new Map<string, ModelEntry>())
  const target = notificationTargets.talk(place.hubNo, place.noteNo)

  /** The model does not include the day. */
  const reaction = 'empathy'

  function notificationReason(
    whom: number,
    step: Extract<NotificationStep, { kind: 'post' }>,
    answered: Comment | undefined,
  ) {
    if (whom === step.who) return null
    if (step.mentions === whom) return 'mention'
    if (muted.has(whom)) return null
    if (answered?.who === whom) return 'reply'
    if (whom === AUTHOR) return 'comment'
    return comments.some(({ who: userIndex }) => userIndex === whom) ? 'thread' : null
  }

  return {
    inboxes,
    comments,
    post(step: Extract<NotificationStep, { kind: 'post' }>, commentNo: number) {
      const answered = step.repliesToLast ? comments.at(-1) : undefined
      for (const [whom, inbox] of inboxes.entries()) {
        const kind = notificationReason(whom, step, answered)
        if (kind === null) continue
        const isAlone = kind === 'mention' || kind === 'reply'
        const thing = isAlone ? notificationTargets.comment(commentNo) : target
        const before = inbox.get(thing)
        const gathered = before?.isNew ? before.commentNos : []
        inbox.set(thing, { kind, isNew: true, commentNos: [...gathered, commentNo], byWhom: new Set() })
      }
      comments.push({ commentNo, who: step.who })
    },
    unsay(commentNo: number) {
      comments.splice(
        comments.findIndex(comment => comment.commentNo === commentNo),
        1,
      )
      for (const inbox of inboxes)
        for (const [thing, entry] of inbox) {
          if (!entry.commentNos.includes(commentNo)) continue
          entry.commentNos = entry.commentNos.filter(no => no !== commentNo)
          if (entry.commentNos.length === 0) inbox.delete(thing)
        }
    },
    look(userIndex: number, upTo: number) {
      for (const entry of inboxes[userIndex]?.values() ?? []) {
        if (!entry.isNew) continue
        const newerNos = entry.commentNos.filter(no => no > upTo)
        if (newerNos.length === 0) entry.isNew = false
        else entry.commentNos = newerNos
      }
    },
    mute(userIndex: number, isOn: boolean) {
      if (isOn) muted.add(userIndex)
      else muted.delete(userIndex)
    },
    /** A reaction to the note. */
    setReaction(userIndex: number, isOn: boolean) {
      const inbox = inboxes[AUTHOR]
      const entry = inbox?.get(reaction)
      if (userIndex === AUTHOR || inbox === undefined) return
      if (!isOn) {
        entry?.byWhom.delete(userIndex)
        if (entry?.byWhom.size === 0) inbox.delete(reaction)
      } else if (!muted.has(AUTHOR) && !entry?.byWhom.has(userIndex)) {
        const byWhom = new Set([...(entry?.byWhom ?? []), userIndex])
        inbox.set(reaction, { kind: 'empathy', isNew: true, commentNos: [], byWhom })
      }
    },
  }
}

import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { blockPerson } from '#protocol/blocking.ts'
import { postComment } from '#protocol/comments.ts'
import { muteHub } from '#protocol/hubs.ts'
import { getInbox, type NotificationKind } from '#protocol/inbox.ts'
import { joinByInvitation, makeInvitation } from '#protocol/invitations.ts'
import { setReaction } from '#protocol/reactions.ts'
import { shareNote } from '#protocol/shares.ts'
import { openNodes } from '#tests/support/node.ts'
import { highlight, passageOf } from '#tests/support/passages.ts'
import {
  comment,
  makeHub,
  newUser,
  newUsers,
  shareNewNote,
  type TestUser,
  writeNote,
} from '#tests/support/users.ts'

const TEXT = '우리는 도서관에서 만나 책을 골랐어요.'

const [node] = await openNodes({})

interface Hub {
  user: TestUser
  friend: TestUser
  /** A note of the user. */
  thread: { hubNo: number; noteNo: number }
}

/** Actions of the friend that notify the user, by kind of notification. Null for kinds that do not come from a joined hub. */
const causes: Record<NotificationKind, ((hub: Hub) => Promise<unknown>) | null> = {
  comment: ({ friend, thread }) => comment(friend, thread),
  async thread({ user, friend, thread: { hubNo } }) {
    const thread = { hubNo, noteNo: await shareNewNote(friend, hubNo) }
    await comment(user, thread)
    await comment(friend, thread)
  },
  async reply({ user, friend, thread }) {
    const replyTo = await comment(user, thread)
    await friend.call(postComment, { ...thread, text: '답이에요', replyTo, requestKey: randomUUID() })
  },
  mention: ({ user, friend, thread }) => comment(friend, thread, `@${user.name} 어때요?`),
  empathy: ({ friend, thread }) => friend.call(setReaction, { ...thread, isOn: true }),
  passage: ({ friend, thread }) => highlight(friend, thread, passageOf(TEXT, '도서관')),
  async joined({ user, thread: { hubNo } }) {
    const made = await user.call(makeInvitation, { hubNo })
    if (!made.success) throw new Error(made.message)
    await (await newUser(node.url)).call(joinByInvitation, { token: made.token })
  },
  invited: null,
  answer: null,
  device: null,
  report: null,
  takenDown: null,
  backupFailed: null,
}

/** The kinds of the user's notifications after the cause, in a new hub. */
async function kindsAfter(
  cause: (hub: Hub) => Promise<unknown>,
  prepare?: (hub: Hub) => Promise<unknown>,
): Promise<NotificationKind[]> {
  const [user, friend] = await newUsers(node.url, node.url)
  const hubNo = await makeHub(user, friend)
  const thread = { hubNo, noteNo: await writeNote(user, '봄', TEXT) }
  await user.call(shareNote, thread)
  const hub = { user, friend, thread }
  await prepare?.(hub)
  await cause(hub)
  await node.app.context.backgroundTasks.onIdle()
  return (await user.call(getInbox, {})).news.map(({ kind }) => kind)
}

const kinds = Object.entries(causes).flatMap(([kind, cause]) => (cause === null ? [] : [{ kind, cause }]))

test.each(kinds)(
  '$kind: not sent in a muted hub, except a mention, nor about a blocked user',
  async ({ kind, cause }) => {
    expect(await kindsAfter(cause)).toEqual([kind])
    const mute = ({ user, thread: { hubNo } }: Hub) => user.call(muteHub, { hubNo, isMuted: true })
    expect(await kindsAfter(cause, mute)).toEqual(kind === 'mention' ? [kind] : [])
    const block = ({ user, friend }: Hub) => user.call(blockPerson, { userNo: friend.userNo })
    // The friend does not cause it, and a blocked user cannot join.
    if (kind !== 'joined') expect(await kindsAfter(cause, block)).toEqual([])
  },
)

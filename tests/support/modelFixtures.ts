import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { expect } from 'vitest'
import type { Call, InputOf } from '#protocol/call.ts'
import { deleteComment, getComments, postComment, updateComment } from '#protocol/comments.ts'
import { getSharedNotes, pinInRoom } from '#protocol/discussion.ts'
import { decodeText } from '#protocol/encoding.ts'
import type { HubEventName } from '#protocol/events.ts'
import { addMatching, disjoin, getHubInfo, markAsRead, muteHub, nameHub, pinHub } from '#protocol/hubs.ts'
import { endInvitation, joinByInvitation, makeInvitation, removeMember } from '#protocol/invitations.ts'
import { deleteNote, getNote, updateNote } from '#protocol/notes.ts'
import { noteText } from '#protocol/noteText.ts'
import { passageAt } from '#protocol/passageAnchor.ts'
import { deleteHighlight, getPassages, highlightPassage } from '#protocol/passages.ts'
import { setReaction } from '#protocol/reactions.ts'
import { markSeen } from '#protocol/seen.ts'
import { shareNote, unshareNote } from '#protocol/shares.ts'
import type { openTwoNodes } from './node.ts'
import { openScreen, type Screen } from './screen.ts'
import { makeHub, signInUser, type TestUser, writeNote } from './users.ts'

export const PEOPLE = 5
export const NOTES_PER_USER = 2
/** The initial members of each hub, as indices of the users. */
export const HUBS = [
  [0, 1],
  [0, 1, 2],
  [2, 3],
  [1, 2, 3, 4],
]

/** An action of a user. Users, hubs and notes are referred to by index. */
export type Step =
  | { kind: 'share' | 'cancel'; who: number; hub: number; note: number }
  | { kind: 'edit' | 'delete'; who: number; note: number }
  | { kind: 'add' | 'invite' | 'expel'; who: number; hub: number; friend: number }
  | { kind: 'leave' | 'read'; who: number; hub: number }
  /** Settings of a user for a hub, and the name of the hub for all; without `isOn` the name is removed. */
  | { kind: 'mute' | 'pin' | 'name'; who: number; hub: number; isOn: boolean }
  /** Pins the newest note of a hub, or unpins it. */
  | { kind: 'pinNote'; who: number; hub: number; isOn: boolean }
  /** Marks a share as seen, perhaps one that does not exist. */
  | { kind: 'see'; who: number; hub: number; seq: number }
  /** Opens a note by its address, perhaps one that the user may not read. */
  | { kind: 'open'; who: number; owner: number; note: number }
  /** About the discussed note of a hub: the first note of the hub’s first user. */
  | { kind: 'comment' | 'reply' | 'rewrite' | 'unsay' | 'react'; who: number; hub: number; isOn: boolean }
  /** About a passage of that note. `isOn` chooses the passage. */
  | { kind: 'commentOn' | 'highlight' | 'unhighlight'; who: number; hub: number; isOn: boolean }
  /** Disconnects, or reconnects. */
  | { kind: 'reconnect'; who: number }
  | { kind: 'signInElsewhere'; who: number }

/** The step that publishes each hub event. */
export const publishingSteps = {
  'note:shared': 'share',
  'note:withdrawn': 'cancel',
  'note:changed': 'edit',
  'readers:changed': 'open',
  'note:pinned': 'pinNote',
  'comment:posted': 'comment',
  'comment:changed': 'rewrite',
  'comment:deleted': 'unsay',
  'hub:named': 'name',
  'empathy:changed': 'react',
  'passage:highlighted': 'highlight',
  'passage:unhighlighted': 'unhighlight',
  'members:changed': 'add',
} as const satisfies Record<HubEventName, Step['kind']>

/** Users, their hubs, notes and open screens, at two server nodes. */
export async function openModelFixtures(
  nodes: Awaited<ReturnType<typeof openTwoNodes>>,
  users: TestUser[],
  /** By user; a deleted note is replaced. */
  notes: number[][],
) {
  const user = (place: number) => users[place] as TestUser
  const nodeOf = (place: number) => (place % 2 ? nodes.secondNode : nodes.firstNode)
  const hubNos: number[] = []
  for (const [first = 0, ...others] of HUBS) hubNos.push(await makeHub(user(first), ...others.map(user)))
  const noteNoOf = (who: number, note: number) => notes[who]?.[note] ?? 0
  const places = hubNos.map((hubNo, hub) => ({ hubNo, noteNo: noteNoOf(HUBS[hub]?.[0] ?? 0, 0) }))
  const indexOf = (hub: number) => places[hub] ?? { hubNo: 0, noteNo: 0 }
  // Shared from the start, so that most steps about it have an effect.
  for (const [hub, place] of places.entries()) await user(HUBS[hub]?.[0] ?? 0).call(shareNote, place)
  const screens: Screen[][] = await Promise.all(
    users.map(async owner => [await openScreen(owner, undefined, places)]),
  )
  let edits = 0
  let markers = 0

  async function ask<C extends Call>(who: number, called: C, input: InputOf<C>): Promise<void> {
    const { status } = await user(who).request(called, input)
    expect(status, called.path).toBeLessThan(500)
  }
  const hubNoOf = (hub: number) => hubNos[hub] ?? 0

  async function take(step: Step): Promise<void> {
    const { who } = step
    switch (step.kind) {
      case 'share':
        return ask(who, shareNote, { hubNo: hubNoOf(step.hub), noteNo: noteNoOf(who, step.note) })
      case 'cancel':
        return ask(who, unshareNote, { hubNo: hubNoOf(step.hub), noteNo: noteNoOf(who, step.note) })
      case 'edit':
        edits += 1
        return ask(who, updateNote, {
          noteNo: noteNoOf(who, step.note),
          title: `고친 제목 ${edits}`,
          text: `고친 글 ${edits}`,
        })
      case 'delete':
        await ask(who, deleteNote, { noteNo: noteNoOf(who, step.note) })
        notes[who]?.splice(step.note, 1, await writeNote(user(who)))
        return
      case 'add': {
        const hubNo = hubNoOf(step.hub)
        const known = await user(who).request(getHubInfo, { hubNo })
        if (known.status !== 200) return
        const friend = user(step.friend).userNo
        const expected = [...known.body.participants.map(({ userNo }) => userNo), friend]
        return ask(who, addMatching, {
          hubNo,
          friendsJSON: JSON.stringify([friend]),
          expectedResult: JSON.stringify(expected),
        })
      }
      case 'invite':
        return joinByNewLink(step)
      case 'expel':
        return ask(who, removeMember, { hubNo: hubNoOf(step.hub), userNo: user(step.friend).userNo })
      case 'leave':
        return ask(who, disjoin, { targetHubNo: hubNoOf(step.hub) })
      case 'read':
        return ask(who, markAsRead, { hubNo: hubNoOf(step.hub) })
      case 'mute':
        return ask(who, muteHub, { hubNo: hubNoOf(step.hub), isMuted: step.isOn })
      case 'pin':
        return ask(who, pinHub, { hubNo: hubNoOf(step.hub), isPinned: step.isOn })
      case 'name': {
        edits += 1
        return ask(who, nameHub, { hubNo: hubNoOf(step.hub), name: step.isOn ? `방 ${edits}` : '' })
      }
      case 'pinNote': {
        const hubNo = hubNoOf(step.hub)
        const { status, body } = await user(who).request(getSharedNotes, { selectedHubNo: hubNo })
        const newest = status === 200 ? body.notes[0] : undefined
        return newest && ask(who, pinInRoom, { hubNo, noteNo: newest.noteNo, isPinned: step.isOn })
      }
      case 'see':
        return ask(who, markSeen, { hubNo: hubNoOf(step.hub), seqsJSON: JSON.stringify([step.seq]) })
      case 'open':
        return ask(who, getNote, { noteNo: noteNoOf(step.owner, step.note) })
      case 'comment':
        return ask(who, postComment, { ...indexOf(step.hub), text: '한마디', requestKey: randomUUID() })
      case 'reply':
      case 'rewrite':
      case 'unsay':
      case 'react':
        return actOnLastComment(step)
      case 'commentOn':
      case 'highlight':
      case 'unhighlight':
        return actOnPassage(step)
      case 'reconnect': {
        const socket = screens[who]?.[0]?.tab.socket
        if (socket?.connected) socket.disconnect()
        else if (socket) await connect(socket)
        return
      }
      case 'signInElsewhere': {
        const otherNodeUrl = nodeOf(who + 1).url
        screens[who]?.splice(
          1,
          1,
          await openScreen(await signInUser(otherNodeUrl, user(who).email), undefined, places),
        )
        return
      }
      default:
        step satisfies never
    }
  }

  /** A friend joins by a new link, if its creator is in the hub. */
  async function joinByNewLink({
    who,
    hub,
    friend,
  }: {
    who: number
    hub: number
    friend: number
  }): Promise<void> {
    const hubNo = hubNoOf(hub)
    await ask(who, endInvitation, { hubNo, makerNo: user(who).userNo })
    const { status, body } = await user(who).request(makeInvitation, { hubNo })
    if (status === 200 && body.success) await ask(friend, joinByInvitation, { token: body.token })
  }

  /** The action of a reader on the last comment of the thread, or on the note if there is no comment. */
  async function actOnLastComment({
    kind,
    who,
    hub,
    isOn,
  }: Extract<Step, { kind: 'comment' | 'reply' | 'rewrite' | 'unsay' | 'react' }>): Promise<void> {
    const place = indexOf(hub)
    const { status, body } = await user(who).request(getComments, place)
    if (status !== 200) return
    const commentNo = body.comments.at(-1)?.commentNo
    if (kind === 'react') return ask(who, setReaction, { ...place, ...(commentNo && { commentNo }), isOn })
    if (commentNo === undefined) return
    edits += 1
    const text = `고친 말 ${edits}`
    if (kind === 'rewrite') return ask(who, updateComment, { commentNo, text })
    if (kind === 'unsay') return ask(who, deleteComment, { commentNo })
    return ask(who, postComment, { ...place, text: '답', replyTo: commentNo, requestKey: randomUUID() })
  }

  /** The passage is the beginning or the end of the text, as far as the user may read it; the newest highlight is deleted. */
  async function actOnPassage({
    kind,
    who,
    hub,
    isOn,
  }: Extract<Step, { kind: 'commentOn' | 'highlight' | 'unhighlight' }>): Promise<void> {
    const place = indexOf(hub)
    const read = await user(who).request(getNote, { noteNo: place.noteNo })
    const passages = await user(who).request(getPassages, place)
    if (read.status !== 200 || passages.status !== 200) return
    if (kind === 'unhighlight') {
      const last = passages.body.highlights.at(-1)
      const owner = users.findIndex(({ userNo }) => userNo === last?.userNo)
      return last && ask(owner, deleteHighlight, { highlightNo: last.highlightNo })
    }
    const text = noteText(decodeText(read.body.text))
    const [start, end] = isOn ? [0, 2] : [text.length - 2, text.length]
    const passage = passageAt(text, start, end, read.body.version)
    if (passage === null) return
    if (kind === 'highlight') return ask(who, highlightPassage, { ...place, passage })
    return ask(who, postComment, { ...place, text: '이 말이요', passage, requestKey: randomUUID() })
  }

  /** Resolves when every connected screen has received all earlier events of both nodes. */
  async function catchUp(): Promise<void> {
    markers += 1
    const marker = -markers
    for (const { app } of [nodes.firstNode, nodes.secondNode])
      for (const { userNo } of users)
        app.context.live.emitToUser(userNo, 'note:withdrawn', {
          hubNo: marker,
          version: 0,
          noteNo: app === nodes.firstNode.app ? 1 : 2,
          seq: 0,
          reason: 'cancelled',
        })
    const tabs = open().map(({ tab }) => tab)
    for (const tab of tabs.filter(({ socket }) => socket.connected))
      for (const node of [1, 2])
        await tab.waitForEvent('note:withdrawn', event => event.hubNo === marker && event.noteNo === node)
  }

  const open = () => screens.flat()

  return {
    hubNos,
    take,
    catchUp,
    open,
    /** The current members of each hub, by hub number. */
    async members(): Promise<Map<number, number[]>> {
      const { hubs } = nodes.firstNode.app.context.repositories
      const found = await Promise.all(hubNos.map(hubNo => hubs.findByNo(hubNo)))
      return new Map(hubNos.map((hubNo, at) => [hubNo, found[at]?.members.map(({ userNo }) => userNo) ?? []]))
    },
    /** Reconnects every screen and waits until no requests or events are pending. */
    async waitUntilIdle(): Promise<void> {
      for (const { app } of [nodes.firstNode, nodes.secondNode]) await app.context.backgroundTasks.onIdle()
      for (const { tab } of open()) if (!tab.socket.connected) await connect(tab.socket)
      await catchUp()
      await Promise.all(open().map(screen => screen.settled()))
    },
    async close(): Promise<void> {
      for (const screen of open()) screen.close()
      await Promise.all(
        users.flatMap(member => hubNos.map(hubNo => member.request(disjoin, { targetHubNo: hubNo }))),
      )
    },
  }
}

export function writeNotes(author: TestUser): Promise<number[]> {
  return Promise.all(Array.from({ length: NOTES_PER_USER }, () => writeNote(author)))
}

async function connect(socket: Screen['tab']['socket']): Promise<void> {
  const connected = once(socket as never, 'connect')
  socket.connect()
  await connected
}

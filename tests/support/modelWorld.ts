import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { expect } from 'vitest'
import type { Call, InputOf } from '#protocol/call.ts'
import { deleteComment, getComments, postComment, updateComment } from '#protocol/comments.ts'
import { getSharedNotes, pinInRoom } from '#protocol/discussion.ts'
import { addMatching, disjoin, getHubInfo, markAsRead, muteHub, nameHub, pinHub } from '#protocol/hubs.ts'
import { endInvitation, joinByInvitation, makeInvitation, removeMember } from '#protocol/invitations.ts'
import { deleteNote, getNote, updateNote } from '#protocol/notes.ts'
import { setReaction } from '#protocol/reactions.ts'
import { markSeen } from '#protocol/seen.ts'
import { shareNote, unshareNote } from '#protocol/shares.ts'
import { makeHub, type Person, signedIn, writeNote } from './person.ts'
import { openScreen, type Screen } from './screen.ts'
import type { startTwoNodes } from './twoNodes.ts'

export const PEOPLE = 5
export const NOTES_EACH = 2
/** Who is in each hub at first, by their place among the people. */
export const HUBS = [
  [0, 1],
  [0, 1, 2],
  [2, 3],
  [1, 2, 3, 4],
]

/** Something that somebody does. People, hubs and notes are named by their place. */
export type Step =
  | { kind: 'share' | 'cancel'; who: number; hub: number; note: number }
  | { kind: 'edit' | 'delete'; who: number; note: number }
  | { kind: 'add' | 'invite' | 'expel'; who: number; hub: number; friend: number }
  | { kind: 'leave' | 'read'; who: number; hub: number }
  /** How they keep a hub for themselves, and what it is called for everybody: by its members' names once more, if not `isOn`. */
  | { kind: 'mute' | 'pin' | 'name'; who: number; hub: number; isOn: boolean }
  /** Puts the newest note of a hub above all others, or takes it down. */
  | { kind: 'pinNote'; who: number; hub: number; isOn: boolean }
  /** Has a share before their eyes, perhaps one that is not there. */
  | { kind: 'see'; who: number; hub: number; seq: number }
  /** Opens a note by its address, perhaps one that they may not read. */
  | { kind: 'open'; who: number; owner: number; note: number }
  /** About the note that is talked about in a hub: the first of the hub's first person. */
  | { kind: 'comment' | 'reply' | 'rewrite' | 'unsay' | 'empathize'; who: number; hub: number; isOn: boolean }
  /** Loses the line, or has it again. */
  | { kind: 'reconnect'; who: number }
  | { kind: 'signInElsewhere'; who: number }

/** People, their hubs, their notes and their open screens, at two server nodes. */
export async function openWorld(
  nodes: Awaited<ReturnType<typeof startTwoNodes>>,
  people: Person[],
  /** Of each person; a deleted one is replaced. */
  notes: number[][],
) {
  const person = (place: number) => people[place] as Person
  const nodeOf = (place: number) => (place % 2 ? nodes.there : nodes.here)
  const hubNos: number[] = []
  for (const [first = 0, ...others] of HUBS) hubNos.push(await makeHub(person(first), ...others.map(person)))
  const noteNoOf = (who: number, note: number) => notes[who]?.[note] ?? 0
  const places = hubNos.map((hubNo, hub) => ({ hubNo, noteNo: noteNoOf(HUBS[hub]?.[0] ?? 0, 0) }))
  const placeOf = (hub: number) => places[hub] ?? { hubNo: 0, noteNo: 0 }
  const screens: Screen[][] = await Promise.all(
    people.map(async owner => [await openScreen(owner, undefined, places)]),
  )
  let edits = 0
  let markers = 0

  async function ask<C extends Call>(who: number, called: C, input: InputOf<C>): Promise<void> {
    const { status } = await person(who).asks(called, input)
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
        notes[who]?.splice(step.note, 1, await writeNote(person(who)))
        return
      case 'add': {
        const hubNo = hubNoOf(step.hub)
        const known = await person(who).asks(getHubInfo, { hubNo })
        if (known.status !== 200) return
        const friend = person(step.friend).userNo
        const expected = [...known.body.participants.map(({ userNo }) => userNo), friend]
        return ask(who, addMatching, {
          hubNo,
          friendsJSON: JSON.stringify([friend]),
          expectedResult: JSON.stringify(expected),
        })
      }
      case 'invite':
        return comeByLink(step)
      case 'expel':
        return ask(who, removeMember, { hubNo: hubNoOf(step.hub), userNo: person(step.friend).userNo })
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
        const { status, body } = await person(who).asks(getSharedNotes, { selectedHubNo: hubNo })
        const newest = status === 200 ? body.notes[0] : undefined
        return newest && ask(who, pinInRoom, { hubNo, noteNo: newest.noteNo, isPinned: step.isOn })
      }
      case 'see':
        return ask(who, markSeen, { hubNo: hubNoOf(step.hub), seqsJSON: JSON.stringify([step.seq]) })
      case 'open':
        return ask(who, getNote, { noteNo: noteNoOf(step.owner, step.note) })
      case 'comment':
        return ask(who, postComment, { ...placeOf(step.hub), text: '한마디', requestKey: randomUUID() })
      case 'reply':
      case 'rewrite':
      case 'unsay':
      case 'empathize':
        return aboutLastComment(step)
      case 'reconnect': {
        const socket = screens[who]?.[0]?.tab.socket
        if (socket?.connected) socket.disconnect()
        else if (socket) await connect(socket)
        return
      }
      case 'signInElsewhere': {
        const elsewhere = nodeOf(who + 1).url
        screens[who]?.splice(
          1,
          1,
          await openScreen(await signedIn(elsewhere, person(who).email), undefined, places),
        )
      }
    }
  }

  /** A friend comes by a new link, if the one who makes it is in the hub. */
  async function comeByLink({
    who,
    hub,
    friend,
  }: {
    who: number
    hub: number
    friend: number
  }): Promise<void> {
    const hubNo = hubNoOf(hub)
    await ask(who, endInvitation, { hubNo, makerNo: person(who).userNo })
    const { status, body } = await person(who).asks(makeInvitation, { hubNo })
    if (status === 200 && body.success) await ask(friend, joinByInvitation, { token: body.token })
  }

  /** Of somebody who reads the thread, what they do with its last comment, or with the note while there is none. */
  async function aboutLastComment({
    kind,
    who,
    hub,
    isOn,
  }: Extract<Step, { kind: 'comment' | 'reply' | 'rewrite' | 'unsay' | 'empathize' }>): Promise<void> {
    const place = placeOf(hub)
    const { status, body } = await person(who).asks(getComments, place)
    if (status !== 200) return
    const commentNo = body.comments.at(-1)?.commentNo
    if (kind === 'empathize')
      return ask(who, setReaction, { ...place, ...(commentNo && { commentNo }), isOn })
    if (commentNo === undefined) return
    edits += 1
    const text = `고친 말 ${edits}`
    if (kind === 'rewrite') return ask(who, updateComment, { commentNo, text })
    if (kind === 'unsay') return ask(who, deleteComment, { commentNo })
    return ask(who, postComment, { ...place, text: '답', replyTo: commentNo, requestKey: randomUUID() })
  }

  /** Resolves when every connected screen has heard all that either node has said so far. */
  async function catchUp(): Promise<void> {
    markers += 1
    const marker = -markers
    for (const { app } of [nodes.here, nodes.there])
      for (const { userNo } of people)
        app.context.live.emitToUser(userNo, 'note:withdrawn', {
          hubNo: marker,
          version: 0,
          noteNo: app === nodes.here.app ? 1 : 2,
          seq: 0,
          reason: 'cancelled',
        })
    const tabs = open().map(({ tab }) => tab)
    for (const tab of tabs.filter(({ socket }) => socket.connected))
      for (const node of [1, 2])
        await tab.receives('note:withdrawn', told => told.hubNo === marker && told.noteNo === node)
  }

  const open = () => screens.flat()

  return {
    hubNos,
    take,
    catchUp,
    open,
    /** Who is in each hub now, by hub number. */
    async members(): Promise<Map<number, number[]>> {
      const { hubs } = nodes.here.app.context.stores
      const found = await Promise.all(hubNos.map(hubNo => hubs.byNo(hubNo)))
      return new Map(hubNos.map((hubNo, at) => [hubNo, found[at]?.members.map(({ userNo }) => userNo) ?? []]))
    },
    /** Every screen has its line again, and nothing more is to come. */
    async comeToRest(): Promise<void> {
      for (const { app } of [nodes.here, nodes.there]) await app.context.backgroundTasks.settled()
      for (const { tab } of open()) if (!tab.socket.connected) await connect(tab.socket)
      await catchUp()
      await Promise.all(open().map(screen => screen.settled()))
    },
    async close(): Promise<void> {
      for (const screen of open()) screen.close()
      await Promise.all(
        people.flatMap(leaver => hubNos.map(hubNo => leaver.asks(disjoin, { targetHubNo: hubNo }))),
      )
    },
  }
}

export function writeNotes(author: Person): Promise<number[]> {
  return Promise.all(Array.from({ length: NOTES_EACH }, () => writeNote(author)))
}

async function connect(socket: Screen['tab']['socket']): Promise<void> {
  const connected = once(socket as never, 'connect')
  socket.connect()
  await connected
}

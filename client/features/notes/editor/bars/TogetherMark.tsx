import { useQuery } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { type CSSProperties, useSyncExternalStore } from 'react'
import type { Presence } from '#client/features/documents/presence.ts'
import { avatarsOf, nameOfHub } from '#client/features/hubs/hubs.members.ts'
import { noteQuery } from '#client/features/notes/notes.queries.ts'
import { type Editor, hasEndedTogether, useEditorState } from '#client/features/notes/sync/editor.ts'
import { shareHubsQuery } from '#client/features/shares/shares.queries.ts'
import { t } from '#client/platform/language/language.ts'
import { authAtom } from '#client/session/session.ts'
import { Avatar, hueOf, type Person } from '#client/ui/Avatar.tsx'
import type { HubView } from '#protocol/hubs.ts'
import { AVATARS_SHOWN } from '#protocol/limits.ts'
import './togetherMark.css'

interface TogetherMarkProps {
  editor: Editor
  /** The first part of a series, which alone is shared; otherwise the note itself. */
  headNo: number | null
}

/** That others write the note too: for the author in which room, for a friend whose note it is, which is all that a phone has room for. */
export function TogetherMark({ editor, headNo }: TogetherMarkProps) {
  const isGuest = useEditorState(editor, state => state.isGuest)
  const isShown = useEditorState(editor, state => state.isTogether && !hasEndedTogether(state))
  const noteNo = useEditorState(editor, state => state.noteNo)
  const { userNo } = useAtomValue(authAtom)
  const hubs = useWritingHubs(isShown && !isGuest ? headNo : null)
  const author = useNoteAuthor(isGuest ? noteNo : null)
  if (!isShown) return null
  const [hub, ...others] = hubs
  const room = hub && others.length === 0 ? nameOfHub(hub, userNo) : null
  const place = author ? t('notes.togetherNoteOf', { name: author.name }) : room
  return (
    <p className={`writing__together ${isGuest ? 'writing__together--guest' : ''}`}>
      <span>{t('notes.together')}</span>
      {place && (
        <span>
          <span className="writing__together-dot">{' · '}</span>
          <bdi>{place}</bdi>
        </span>
      )}
    </p>
  )
}

/** The profile pictures of those who write at the moment, ringed in the colours of their carets. The status line names them. */
export function WriterAvatars({ editor, headNo, presence }: TogetherMarkProps & { presence: Presence }) {
  const writers = useSyncExternalStore(presence.subscribe, presence.users)
  const isGuest = useEditorState(editor, state => state.isGuest)
  const noteNo = useEditorState(editor, state => state.noteNo)
  const isEmpty = writers.length === 0
  const hubs = useWritingHubs(isGuest || isEmpty ? null : headNo)
  const author = useNoteAuthor(isGuest && !isEmpty ? noteNo : null)
  if (isEmpty) return null
  const known = [...hubs.flatMap(avatarsOf), ...(author ? [author] : [])]
  const hidden = writers.length - AVATARS_SHOWN
  return (
    <span
      className="writing__avatars"
      title={writers.map(({ userName }) => userName).join(', ')}
      aria-hidden="true"
    >
      {writers.slice(0, AVATARS_SHOWN).map(({ userNo, userName: name }) => (
        <span key={userNo} className="writing__avatar" style={{ '--hue': hueOf(userNo) } as CSSProperties}>
          <Avatar
            person={known.find(person => person.userNo === userNo) ?? { userNo, name, picture: null }}
            size="grouped"
          />
        </span>
      ))}
      {hidden > 0 && <span className="writing__avatars-more">{`+${hidden}`}</span>}
    </span>
  )
}

/** The rooms whose members may write a note of this user. */
function useWritingHubs(noteNo: number | null): HubView[] {
  const query = shareHubsQuery(noteNo ?? 0, undefined, 1)
  const { data } = useQuery({ ...query, enabled: noteNo !== null, staleTime: Number.POSITIVE_INFINITY })
  if (data === undefined || noteNo === null) return []
  return data.hubs.filter(({ hubNo }) => data.writing?.includes(hubNo))
}

function useNoteAuthor(noteNo: number | null): Person | null {
  const { data: note } = useQuery({ ...noteQuery(noteNo ?? 0), enabled: noteNo !== null })
  if (note === undefined || noteNo === null) return null
  return { userNo: note.authorNo, name: note.author, picture: note.profPic || null }
}

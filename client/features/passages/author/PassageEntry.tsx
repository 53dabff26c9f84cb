import { useAtomValue } from 'jotai'
import { useHubMembers } from '#client/features/discussion/hubMembers.live.ts'
import { roomName } from '#client/features/hubs/hubs.members.ts'
import { PenIcon } from '#client/features/passages/PenIcon.tsx'
import { inOneLine } from '#client/features/passages/quotes.ts'
import { paths } from '#client/paths.ts'
import { t } from '#client/platform/language/language.ts'
import { Link } from '#client/platform/router/Link.tsx'
import { authAtom } from '#client/session/session.ts'
import { Icon } from '#client/ui/Icon.tsx'
import { RelativeTime } from '#client/ui/RelativeTime.tsx'
import { ToolIcon } from '#client/ui/ToolIcon.tsx'
import { bidiIsolate } from '#protocol/text/index.ts'
import { type AuthorEntry, highlighterNames, type RoomPart, roomParts } from './authorPassages.ts'
import './passageList.css'

export interface PassageEntryProps {
  noteNo: number
  entry: AuthorEntry
  /** The rooms to link, the newest share first. */
  hubNos: readonly number[]
  isMissing?: boolean
  /** The tooltip of the quoted words. They are a button with `onChoose`, and otherwise plain text. */
  chooseLabel?: string
  onChoose?: (entry: AuthorEntry) => void
}

/** The newest comments that a passage shows; its room shows all. */
const COMMENTS_SHOWN = 2

/** A passage of an own note: its words, who highlighted them, the last comments, and the rooms where they were left. */
export function PassageEntry({ noteNo, entry, hubNos, isMissing, chooseLabel, onChoose }: PassageEntryProps) {
  const { passage, highlights, comments } = entry
  const names = highlighterNames(highlights)
  const shown = comments.slice(-COMMENTS_SHOWN)
  const earlier = comments.length - shown.length
  const words = <q dir="auto">{inOneLine(passage.exact)}</q>
  return (
    <article className="passage-entry" data-passage={entry.key}>
      {isMissing || !onChoose ? (
        <p className={`passage-entry__words ${isMissing ? 'passage-entry__words--missing' : ''}`}>{words}</p>
      ) : (
        <button
          type="button"
          className="passage-entry__words"
          title={chooseLabel}
          onClick={() => onChoose(entry)}
        >
          {words}
        </button>
      )}
      {names.length > 0 && (
        <p className="passage-entry__names">
          <PenIcon />
          <span>
            {t('passages.highlightCount', { count: names.length })}{' '}
            <span className="passage-entry__people">{names.map(bidiIsolate).join(', ')}</span>
          </span>
        </p>
      )}
      {shown.length > 0 && (
        <ul className="passage-entry__comments">
          {earlier > 0 && (
            <li className="passage-entry__earlier">{t('passages.earlierComments', { count: earlier })}</li>
          )}
          {shown.map(({ commentNo, writer, line, postedAt }) => (
            <li key={commentNo} className="passage-entry__comment">
              <ToolIcon name="talk" />
              <p>
                <b dir="auto">{writer}</b> <RelativeTime at={postedAt} />
                <span className="passage-entry__line" dir="auto">
                  {line}
                </span>
              </p>
            </li>
          ))}
        </ul>
      )}
      <ul className="passage-entry__rooms">
        {roomParts(entry, hubNos).map(part => (
          <li key={part.hubNo}>
            <RoomLink noteNo={noteNo} part={part} isOnly={hubNos.length === 1} />
          </li>
        ))}
      </ul>
    </article>
  )
}

interface RoomLinkProps {
  noteNo: number
  part: RoomPart
  /** The list tells its name, or the note is in no other room. */
  isOnly: boolean
}

/** Opens the note in the room, at the passage. */
function RoomLink({ noteNo, part: { hubNo, key }, isOnly }: RoomLinkProps) {
  const { data } = useHubMembers(hubNo)
  const { userNo } = useAtomValue(authAtom)
  const room = data ? roomName(data, userNo) : ''
  return (
    <Link
      className="passage-entry__room"
      to={`${paths.noteInHub(noteNo, hubNo)}&passage=${key}`}
      aria-label={t('passages.inRoom', { room })}
    >
      <span dir="auto">{isOnly ? t('passages.toRoom') : room}</span>
      <Icon name="chevron" />
    </Link>
  )
}

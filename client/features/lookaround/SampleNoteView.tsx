import { useAtomValue, useSetAtom } from 'jotai'
import { useEffect, useMemo, useRef, useState } from 'react'
import {
  COMMENTS_TITLE_ID,
  CommentCard,
  CommentsSection,
  CommentText,
} from '#client/features/comments/CommentCard.tsx'
import { TypingIndicator } from '#client/features/comments/TypingIndicator.tsx'
import { NoteSheet } from '#client/features/notes/reader/NoteSheet.tsx'
import { usePrinting } from '#client/features/notes/reader/usePrinting.ts'
import { createPassageState, PassageContext } from '#client/features/passages/passages.state.ts'
import { paths } from '#client/paths.ts'
import { t } from '#client/platform/language/language.ts'
import { beginsDay } from '#client/platform/language/time.ts'
import { Link } from '#client/platform/router/Link.tsx'
import { authStatusAtom } from '#client/session/session.ts'
import { Button, ButtonLink } from '#client/ui/Button.tsx'
import { Icon } from '#client/ui/Icon.tsx'
import { useLocalTimes } from '#client/ui/RelativeTime.tsx'
import { ToolIcon } from '#client/ui/ToolIcon.tsx'
import { headingsIn } from '#protocol/markdown/heading.rules.ts'
import { parseMarkdown } from '#protocol/markdown/markdown.parser.ts'
import { noteText } from '#protocol/noteText.ts'
import { sampleMe } from './content/rooms.ts'
import { SAMPLE_LANGUAGE, type SampleComment, type SampleNote } from './content/types.ts'
import { documentOf } from './lookaround.documents.ts'
import { markNoteSeen, playedCommentsOf } from './lookaround.minute.ts'
import { passageOf } from './lookaround.passages.ts'
import { commentsOf, sheetOf, threadOf } from './lookaround.views.ts'
import { MinuteBar } from './MinuteBar.tsx'
import { SamplePassages } from './SamplePassages.tsx'
import { minuteAtom, minuteClockAtom, seenAtom } from './useMinute.ts'
import '#client/features/notes/reader/note.css'

interface SampleNoteViewProps {
  note: SampleNote
  /** The room in which the note is open. */
  hubNo: number
}

export function SampleNoteView({ note, hubNo }: SampleNoteViewProps) {
  const sheet = useRef<HTMLElement>(null)
  const { print, isPreparing } = usePrinting(note.title, sheet)
  const header = sheetOf(note)
  const text = documentOf(note.document)
  const headings = useMemo(() => headingsIn(parseMarkdown(text)), [text])
  const plainText = useMemo(() => noteText(text), [text])
  const [passageState] = useState(createPassageState)
  const place = { hubNo, noteNo: note.noteNo }
  return (
    <PassageContext value={passageState}>
      <div className="note-container">
        <div className="note">
          <div className="sample-note__tools no-print">
            <ButtonLink kind="quiet" to={paths.lookaroundRoom(hubNo)}>
              <Icon name="back" />
              {t('notes.toList')}
            </ButtonLink>
            <Button kind="quiet" busy={isPreparing} onClick={() => void print()}>
              <ToolIcon name="print" />
              {t('lookaround.printNote')}
            </Button>
          </div>
          <NoteSheet ref={sheet} note={header} lang={SAMPLE_LANGUAGE} text={text} headings={headings}>
            <footer className="sample-note__footer">
              {t('lookaround.copyright', { name: header.author })}
            </footer>
            <SamplePassages text={plainText} {...place} />
          </NoteSheet>
          <MinuteBar />
          <SampleThread text={plainText} {...place} />
        </div>
      </div>
    </PassageContext>
  )
}

/** The read-only thread of a sample note. */
function SampleThread({ text, hubNo, noteNo }: { text: string; hubNo: number; noteNo: number }) {
  const clock = useAtomValue(minuteClockAtom)
  const minute = useAtomValue(minuteAtom)
  const setSeen = useSetAtom(seenAtom)
  useLocalTimes()
  const comments = withPassages(threadOf(hubNo, noteNo, { clock, minute }), {
    text,
    samples: commentsOf(hubNo, noteNo, { clock, minute }),
  })
  const playedCount = playedCommentsOf(minute, { hubNo, noteNo }).length
  const composing = minute.composing.filter(event => event.hubNo === hubNo && event.noteNo === noteNo)

  useEffect(() => {
    setSeen(current => markNoteSeen(current, { hubNo, noteNo }, playedCount))
  }, [hubNo, noteNo, playedCount, setSeen])

  return (
    <CommentsSection count={comments.length}>
      <div role="log" aria-labelledby={COMMENTS_TITLE_ID}>
        {comments.length === 0 && <p className="comments__empty">{t('lookaround.noComments')}</p>}
        <ol className="comments__list">
          {comments.map((comment, index) => (
            <CommentCard
              key={comment.commentNo}
              comment={comment}
              isFirstOfDay={beginsDay(comments[index - 1]?.postedAt, comment.postedAt)}
              isOwn={comment.writerNo === sampleMe.userNo}
            >
              <div lang={SAMPLE_LANGUAGE}>
                <CommentText text={comment.text} mentioned={comment.mentioned} />
              </div>
            </CommentCard>
          ))}
        </ol>
      </div>
      <TypingIndicator names={composing.map(({ writer }) => writer.name)} />
      <Invitation />
    </CommentsSection>
  )
}

type ThreadComment = ReturnType<typeof threadOf>[number]

function withPassages(
  comments: readonly ThreadComment[],
  { text, samples }: { text: string; samples: readonly SampleComment[] },
): ThreadComment[] {
  const words = new Map(samples.map(({ commentNo, on }) => [commentNo, on]))
  return comments.map(comment => {
    const on = words.get(comment.commentNo)
    const passage = on === undefined ? null : passageOf(text, on)
    return passage ? { ...comment, passage } : comment
  })
}

function Invitation() {
  const status = useAtomValue(authStatusAtom)
  if (status !== 'signedOut') return null
  return (
    <p className="sample-thread__invitation">
      {t('lookaround.joinToTalk')} <Link to={paths.signUp}>{t('shell.signUp')}</Link>
    </p>
  )
}

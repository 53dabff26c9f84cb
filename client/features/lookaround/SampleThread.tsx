import { useAtomValue, useSetAtom } from 'jotai'
import { useEffect } from 'react'
import { CommentCard } from '#client/features/comments/CommentCard.tsx'
import { COMMENTS_TITLE_ID, CommentsSection } from '#client/features/comments/CommentsSection.tsx'
import { CommentText } from '#client/features/comments/CommentText.tsx'
import { TypingIndicator } from '#client/features/comments/TypingIndicator.tsx'
import { paths } from '#client/paths.ts'
import { beginsDay } from '#client/platform/language/days.ts'
import { t } from '#client/platform/language/language.ts'
import { Link } from '#client/platform/router/Link.tsx'
import { authStatusAtom } from '#client/session/session.ts'
import { sampleMe } from './content/people.ts'
import { SAMPLE_LANGUAGE } from './content/types.ts'
import { commentedIn, withNoteSeen } from './lookaround.unread.ts'
import { threadOf } from './lookaround.views.ts'
import { minuteAtom, minuteClockAtom, seenAtom } from './useMinute.ts'

/** What is said about a sample note, to be read only. */
export function SampleThread({ hubNo, noteNo }: { hubNo: number; noteNo: number }) {
  const clock = useAtomValue(minuteClockAtom)
  const minute = useAtomValue(minuteAtom)
  const setSeen = useSetAtom(seenAtom)
  const comments = threadOf(hubNo, noteNo, { clock, minute })
  const playedCount = commentedIn(minute, { hubNo, noteNo }).length
  const composing = minute.composing.filter(
    happening => happening.hubNo === hubNo && happening.noteNo === noteNo,
  )

  useEffect(() => {
    setSeen(before => withNoteSeen(before, { hubNo, noteNo }, playedCount))
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
              beginsDay={beginsDay(comments[index - 1]?.postedAt, comment.postedAt)}
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

function Invitation() {
  const status = useAtomValue(authStatusAtom)
  if (status !== 'signedOut') return null
  return (
    <p className="sample-thread__invitation">
      {t('lookaround.joinToTalk')} <Link to={paths.signUp}>{t('shell.signUp')}</Link>
    </p>
  )
}

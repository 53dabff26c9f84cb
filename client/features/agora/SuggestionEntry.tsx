import { useAtomValue } from 'jotai'
import { useEffect, useRef, useState } from 'react'
import { useMarkNotificationsSeen } from '#client/features/inbox/useMarkNotificationsSeen.ts'
import { failureText } from '#client/platform/calls/callFailed.ts'
import { t } from '#client/platform/language/language.ts'
import { clockOrDay } from '#client/platform/language/time.ts'
import { authAtom } from '#client/session/session.ts'
import { MeBadge } from '#client/ui/Badge.tsx'
import { Button } from '#client/ui/Button.tsx'
import { Confirm } from '#client/ui/Confirm.tsx'
import { Message } from '#client/ui/Message.tsx'
import { RelativeTime } from '#client/ui/RelativeTime.tsx'
import { useFocusHandedOver } from '#client/ui/useFocusHandedOver.ts'
import { canDeleteSuggestion, isAdministrator } from '#protocol/access.ts'
import type { SuggestionView } from '#protocol/agora.ts'
import { notificationTargets } from '#protocol/inbox.ts'
import { AnswerForm } from './AnswerForm.tsx'
import type { SuggestionWithAnswers } from './agora.entries.ts'
import { useDeleteSuggestion } from './agora.queries.ts'
import { answersAtom } from './agora.state.ts'
import { OpinionReactionButton } from './OpinionReactionButton.tsx'
import { SuggestionMenu } from './SuggestionMenu.tsx'

interface SuggestionEntryProps {
  entry: SuggestionWithAnswers
  /** It came while the list was open. */
  hasArrived: boolean
  /** Something is being asked or written here, or no longer. */
  onOpen: (isOpen: boolean) => void
  /** The suggestion goes, and the focus was in it. */
  onFocusLost: () => void
}

/** A suggestion with its answers; whoever wrote it, and an administrator, may delete it; an administrator answers. */
export function SuggestionEntry({ entry, hasArrived, onOpen, onFocusLost }: SuggestionEntryProps) {
  const { suggestion, answers, empathy: reaction } = entry
  const { suggestionNo } = suggestion
  const auth = useAtomValue(authAtom)
  useMarkNotificationsSeen(
    notificationTargets.opinion(suggestionNo),
    answers.length > 0 && suggestion.writerNo === auth.userNo,
  )
  const hasAnswerBegun = suggestionNo in useAtomValue(answersAtom)
  const [open, setOpen] = useState<'delete' | 'answer' | null>(hasAnswerBegun ? 'answer' : null)
  const deleting = useDeleteSuggestion()
  const row = useFocusHandedOver<HTMLLIElement>(onFocusLost)
  const answerButton = useRef<HTMLButtonElement>(null)
  const opinionId = `suggestion-${suggestionNo}`

  // biome-ignore lint/correctness/useExhaustiveDependencies: told once of what is found open; pressing tells the rest
  useEffect(() => {
    if (open !== null) onOpen(true)
  }, [])

  function show(part: typeof open) {
    setOpen(part)
    onOpen(part !== null)
  }
  function endAnswering() {
    show(null)
    answerButton.current?.focus()
  }

  return (
    <li ref={row} className={`suggestion ${hasArrived ? 'suggestion--arrived' : ''}`}>
      <article className="suggestion__opening">
        <div className="suggestion__text">
          <p className="suggestion__opinion" id={opinionId} dir="auto">
            {suggestion.opinion}
          </p>
          <Facts item={suggestion} isOwn={suggestion.writerNo === auth.userNo} />
        </div>
        <div className="suggestion__actions">
          {reaction && (
            <OpinionReactionButton suggestion={suggestion} reaction={reaction} describedBy={opinionId} />
          )}
          {auth.isLoggedIn && (
            <>
              {isAdministrator(auth) && (
                <Button
                  ref={answerButton}
                  kind="quiet"
                  aria-describedby={opinionId}
                  aria-expanded={open === 'answer'}
                  onClick={() => show('answer')}
                >
                  {t(answers.length > 0 ? 'agora.editAnswer' : 'agora.toAnswer')}
                </Button>
              )}
              {canDeleteSuggestion(auth, suggestion) && (
                <Button
                  kind="quiet-danger"
                  aria-describedby={opinionId}
                  aria-expanded={open === 'delete'}
                  onClick={() => show('delete')}
                >
                  {t('common.delete')}
                </Button>
              )}
              {!canDeleteSuggestion(auth, suggestion) && <SuggestionMenu suggestion={suggestion} />}
            </>
          )}
        </div>
      </article>
      {open === 'delete' && (
        <div className="suggestion__form">
          <Confirm
            question={t('agora.deleteAsk')}
            confirmLabel={t('common.delete')}
            busy={deleting.isPending}
            onConfirm={() => deleting.mutate(suggestionNo)}
            onCancel={() => show(null)}
          />
          {deleting.error && <Message kind="error">{failureText(deleting.error)}</Message>}
        </div>
      )}
      {open === 'answer' ? (
        <AnswerForm
          suggestionNo={suggestionNo}
          answer={answers.at(-1)?.opinion ?? ''}
          onDone={endAnswering}
        />
      ) : (
        answers.map(answer => (
          <article className="suggestion__answer" key={answer.timeCreated}>
            <Facts item={answer} isOwn={answer.writerNo === auth.userNo} />
            <p className="suggestion__opinion" dir="auto">
              {answer.opinion}
            </p>
          </article>
        ))
      )}
    </li>
  )
}

function Facts({ item, isOwn }: { item: SuggestionView; isOwn: boolean }) {
  return (
    <p className="suggestion__facts">
      <span className={`suggestion__label ${item.state > 0 ? 'suggestion__label--answer' : ''}`}>
        {t(item.state > 0 ? 'agora.answer' : 'agora.opinion')}
      </span>{' '}
      <bdi className="suggestion__writer">{item.writer}</bdi> {isOwn && <MeBadge />}{' '}
      <RelativeTime at={item.timeCreated} older={clockOrDay} />
    </p>
  )
}

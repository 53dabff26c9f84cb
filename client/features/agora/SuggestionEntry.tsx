import { useAtomValue } from 'jotai'
import { useEffect, useRef, useState } from 'react'
import { useMarkNotificationsSeen } from '#client/features/inbox/inbox.queries.ts'
import { ReactionIcon, ReactionToggle } from '#client/features/reactions/ReactionToggle.tsx'
import { ReportDialog } from '#client/features/reports/ReportDialog.tsx'
import { useOnFocusLost } from '#client/platform/browser/focus.ts'
import { failureText } from '#client/platform/calls/callFailed.ts'
import { t } from '#client/platform/language/language.ts'
import { formatClockOrDay } from '#client/platform/language/time.ts'
import { authAtom } from '#client/session/session.ts'
import { Avatar } from '#client/ui/Avatar.tsx'
import { MeBadge } from '#client/ui/Badge.tsx'
import { Button } from '#client/ui/Button.tsx'
import { Confirm } from '#client/ui/Confirm.tsx'
import { ActionMenu } from '#client/ui/Dropdown.tsx'
import { Message } from '#client/ui/Message.tsx'
import { RelativeTime } from '#client/ui/RelativeTime.tsx'
import { canDeleteSuggestion, canReactToSuggestion, isAdministrator } from '#protocol/access.ts'
import type { SuggestionView } from '#protocol/agora.ts'
import { notificationTargets } from '#protocol/inbox.ts'
import { AnswerForm, answersAtom } from './AnswerForm.tsx'
import type { OpinionReaction, SuggestionWithAnswers } from './agora.cache.ts'
import { useDeleteSuggestion, useSetOpinionReaction } from './agora.queries.ts'

interface SuggestionEntryProps {
  entry: SuggestionWithAnswers
  /** The suggestion arrived while the list was open. */
  isNewArrival: boolean
  /** Called when a form, dialog or question in this entry opens or closes. */
  onOpen: (isOpen: boolean) => void
  /** Called when the suggestion is removed while it has the focus. */
  onFocusLost: () => void
}

/** A suggestion with its answers. Its author and administrators can delete it; administrators answer it. */
export function SuggestionEntry({ entry, isNewArrival, onOpen, onFocusLost }: SuggestionEntryProps) {
  const { suggestion, answers, empathy: reaction } = entry
  const { suggestionNo } = suggestion
  const auth = useAtomValue(authAtom)
  useMarkNotificationsSeen(
    notificationTargets.opinion(suggestionNo),
    answers.length > 0 && suggestion.writerNo === auth.userNo,
  )
  const hasAnswerBegun = suggestionNo in useAtomValue(answersAtom)
  const [openFormName, setOpenFormName] = useState<'delete' | 'answer' | null>(
    hasAnswerBegun ? 'answer' : null,
  )
  const deleteMutation = useDeleteSuggestion()
  const listItem = useOnFocusLost<HTMLLIElement>(onFocusLost)
  const answerButton = useRef<HTMLButtonElement>(null)
  const opinionId = `suggestion-${suggestionNo}`

  // biome-ignore lint/correctness/useExhaustiveDependencies: reports only a form that is open on mount
  useEffect(() => {
    if (openFormName !== null) onOpen(true)
  }, [])

  function setOpenForm(part: typeof openFormName) {
    setOpenFormName(part)
    onOpen(part !== null)
  }
  function closeAnswerForm() {
    setOpenForm(null)
    answerButton.current?.focus()
  }

  return (
    <li ref={listItem} className={`suggestion ${isNewArrival ? 'suggestion--arrived' : ''}`}>
      <article className="suggestion__opening">
        <Avatar
          person={{ userNo: suggestion.writerNo, name: suggestion.writer, picture: null }}
          size="grouped"
        />
        <SuggestionMeta item={suggestion} isOwn={suggestion.writerNo === auth.userNo} />
        <p className="suggestion__opinion" id={opinionId} dir="auto">
          {suggestion.opinion}
        </p>
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
                  aria-expanded={openFormName === 'answer'}
                  onClick={() => setOpenForm('answer')}
                >
                  {t(answers.length > 0 ? 'agora.editAnswer' : 'agora.toAnswer')}
                </Button>
              )}
              {canDeleteSuggestion(auth, suggestion) && (
                <Button
                  kind="quiet-danger"
                  aria-describedby={opinionId}
                  aria-expanded={openFormName === 'delete'}
                  onClick={() => setOpenForm('delete')}
                >
                  {t('common.delete')}
                </Button>
              )}
              {!canDeleteSuggestion(auth, suggestion) && (
                <SuggestionMenu suggestion={suggestion} onOpen={onOpen} />
              )}
            </>
          )}
        </div>
      </article>
      {openFormName === 'delete' && (
        <div className="suggestion__form">
          <Confirm
            question={t('agora.deleteAsk')}
            confirmLabel={t('common.delete')}
            busy={deleteMutation.isPending}
            onConfirm={() => deleteMutation.mutate(suggestionNo)}
            onCancel={() => setOpenForm(null)}
          />
          {deleteMutation.error && <Message kind="error">{failureText(deleteMutation.error)}</Message>}
        </div>
      )}
      {openFormName === 'answer' ? (
        <AnswerForm
          suggestionNo={suggestionNo}
          answer={answers.at(-1)?.opinion ?? ''}
          onDone={closeAnswerForm}
        />
      ) : (
        answers.map(answer => (
          <article className="suggestion__answer" key={answer.timeCreated}>
            <SuggestionMeta item={answer} isOwn={answer.writerNo === auth.userNo} />
            <p className="suggestion__opinion" dir="auto">
              {answer.opinion}
            </p>
          </article>
        ))
      )}
    </li>
  )
}

function SuggestionMeta({ item, isOwn }: { item: SuggestionView; isOwn: boolean }) {
  return (
    <p className="suggestion__meta">
      <span className={item.state > 0 ? 'suggestion__label' : 'visually-hidden'}>
        {t(item.state > 0 ? 'agora.answer' : 'agora.opinion')}
      </span>{' '}
      <bdi className="suggestion__writer">{item.writer}</bdi> {isOwn && <MeBadge />}{' '}
      <RelativeTime at={item.timeCreated} older={formatClockOrDay} />
    </p>
  )
}

interface OpinionReactionButtonProps {
  suggestion: SuggestionView
  reaction: OpinionReaction
  /** The element id of the opinion. */
  describedBy: string
}

/** The reaction count. Members can react to opinions of others; visitors see the count only. */
function OpinionReactionButton({ suggestion, reaction, describedBy }: OpinionReactionButtonProps) {
  const auth = useAtomValue(authAtom)
  const { isPending, variables, mutate, error } = useSetOpinionReaction(suggestion.suggestionNo)
  const { count } = reaction
  if (!auth.isLoggedIn || !canReactToSuggestion(auth, suggestion))
    return count === 0 ? null : (
      <span className="suggestion__reaction">
        <ReactionIcon isMine={false} />
        {t('reactions.count', { count })}
      </span>
    )
  const isMine = isPending ? variables : reaction.isMine
  return (
    <ReactionToggle
      count={count + Number(isMine) - Number(reaction.isMine)}
      names={[]}
      isMine={isMine}
      onToggle={() => mutate(!isMine)}
      describedBy={describedBy}
      error={error}
    />
  )
}

/** The menu of somebody else's opinion. */
function SuggestionMenu({
  suggestion,
  onOpen,
}: Pick<SuggestionEntryProps, 'onOpen'> & { suggestion: SuggestionView }) {
  const { suggestionNo, opinion: text, writerNo: userNo, writer: userName } = suggestion
  const [isReporting, setReporting] = useState(false)

  function setOpen(isOpen: boolean) {
    setReporting(isOpen)
    onOpen(isOpen)
  }

  return (
    <>
      <ActionMenu
        label={t('agora.more', { name: userName })}
        actions={[{ label: t('reports.report'), icon: 'flag', run: () => setOpen(true) }]}
      />
      <ReportDialog
        subject={{ kind: 'opinion', suggestionNo, text, person: { userNo, userName } }}
        open={isReporting}
        onClose={() => setOpen(false)}
      />
    </>
  )
}

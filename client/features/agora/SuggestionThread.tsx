import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { failureText } from '#client/platform/callFailed.ts'
import { t } from '#client/platform/language.ts'
import { authAtom } from '#client/platform/session.ts'
import { Button } from '#client/ui/Button.tsx'
import { Confirm } from '#client/ui/Confirm.tsx'
import { Message } from '#client/ui/Message.tsx'
import { RelativeTime } from '#client/ui/RelativeTime.tsx'
import { mayDeleteSuggestion } from '#protocol/access.ts'
import type { SuggestionView } from '#protocol/agora.ts'
import { useDeleteSuggestion } from './agora.queries.ts'
import type { Thread } from './agora.threads.ts'

/** A suggestion with its answers; whoever wrote it, and an administrator, may delete it. */
export function SuggestionThread({ thread: { suggestion, answers } }: { thread: Thread }) {
  const auth = useAtomValue(authAtom)
  const [asks, setAsks] = useState(false)
  const deleting = useDeleteSuggestion()
  const opinionId = `suggestion-${suggestion.suggestionNo}`

  return (
    <li className="thread">
      <article className="thread__item">
        <Opinion item={suggestion} id={opinionId} />
        {auth.isLoggedIn && mayDeleteSuggestion(auth, suggestion) && !asks && (
          <Button
            kind="quiet-danger"
            className="thread__delete"
            onClick={() => setAsks(true)}
            aria-describedby={opinionId}
          >
            {t('common.delete')}
          </Button>
        )}
      </article>
      {asks && (
        <div className="thread__confirm">
          <Confirm
            question={t('agora.deleteAsk')}
            confirmLabel={t('common.delete')}
            busy={deleting.isPending}
            onConfirm={() => deleting.mutate(suggestion.suggestionNo)}
            onCancel={() => setAsks(false)}
          />
          {deleting.error && <Message kind="error">{failureText(deleting.error)}</Message>}
        </div>
      )}
      {answers.map(answer => (
        <article className="thread__item thread__item--answer" key={answer.timeCreated}>
          <Opinion item={answer} />
        </article>
      ))}
    </li>
  )
}

function Opinion({ item, id }: { item: SuggestionView; id?: string }) {
  return (
    <div className="thread__text">
      <p className="thread__facts">
        <span className={`thread__label ${item.state > 0 ? 'thread__label--answer' : ''}`}>
          {t(item.state > 0 ? 'agora.answer' : 'agora.suggestion')}
        </span>
        <span>{item.writer}</span>
        <RelativeTime at={item.timeCreated} />
      </p>
      <p className="thread__opinion" id={id}>
        {item.opinion}
      </p>
    </div>
  )
}

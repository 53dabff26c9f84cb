import { useQuery } from '@tanstack/react-query'
import { failureText } from '#client/platform/calls/callFailed.ts'
import { numberText, t } from '#client/platform/language/language.ts'
import { Button } from '#client/ui/Button.tsx'
import { Message } from '#client/ui/Message.tsx'
import { countsQuery } from './administration.queries.ts'

const kinds = ['people', 'notes', 'hubs', 'sockets'] as const

/** How much there is of everything; a dash stands for what is not known yet. */
export function CountList() {
  const counts = useQuery(countsQuery)
  return (
    <div className="counts">
      <dl className="counts__list">
        {kinds.map(kind => (
          <div className="counts__item" key={kind}>
            <dt className="counts__kind">{t(`administration.${kind}`)}</dt>
            <dd className="counts__number">{counts.data ? numberText(counts.data[kind]) : '–'}</dd>
          </div>
        ))}
      </dl>
      {counts.isError && (
        <div className="counts__error">
          <Message kind="error">{failureText(counts.error)}</Message>
          <Button busy={counts.isFetching} onClick={() => void counts.refetch()}>
            {t('common.retry')}
          </Button>
        </div>
      )}
    </div>
  )
}

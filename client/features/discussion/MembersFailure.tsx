import type { ComponentProps } from 'react'
import { t } from '#client/platform/language/language.ts'
import { Card } from '#client/ui/Card.tsx'
import { Disclosure } from '#client/ui/Disclosure.tsx'
import { LoadFailure } from '#client/ui/LoadFailure.tsx'

/** Stands where the friends in the room would, when they could not be fetched. */
export function MembersFailure({ query }: Pick<ComponentProps<typeof LoadFailure>, 'query'>) {
  return (
    <Card padded={false}>
      <Disclosure summary={<span className="discussion__error">{t('hubs.loadFailedHeader')}</span>}>
        <LoadFailure query={query} title={t('hubs.loadFailed')} />
      </Disclosure>
    </Card>
  )
}

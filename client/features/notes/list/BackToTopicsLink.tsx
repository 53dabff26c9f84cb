import { useAtomValue } from 'jotai'
import { topicListAtom } from '#client/features/topics/topics.state.ts'
import { paths } from '#client/paths.ts'
import { t } from '#client/platform/language/language.ts'
import { ButtonLink } from '#client/ui/ButtonLink.tsx'
import { Icon } from '#client/ui/Icon.tsx'

/** Leads back to the page of topics that was open. */
export function BackToTopicsLink() {
  const { curPageNo } = useAtomValue(topicListAtom)
  return (
    <ButtonLink kind="quiet" to={paths.topicsPage(curPageNo)}>
      <Icon name="back" />
      {t('notes.topicList')}
    </ButtonLink>
  )
}

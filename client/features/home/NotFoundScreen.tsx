import { paths } from '#client/paths.ts'
import { t } from '#client/platform/language/language.ts'
import { ButtonLink } from '#client/ui/Button.tsx'
import { EmptyState } from '#client/ui/ListStates.tsx'
import { ScreenTitle } from '#client/ui/ScreenTitle.tsx'

export function NotFoundScreen() {
  return (
    <>
      <ScreenTitle title={t('shell.unknownPage')} hidden />
      <EmptyState drawing="search" action={<ButtonLink to={paths.home}>{t('shell.toHome')}</ButtonLink>}>
        {t('shell.unknownPage')}
      </EmptyState>
    </>
  )
}

import { t } from '#client/platform/language.ts'
import { ButtonLink } from '#client/ui/ButtonLink.tsx'
import { EmptyState } from '#client/ui/EmptyState.tsx'
import { ScreenTitle } from '#client/ui/ScreenTitle.tsx'
import { paths } from './paths.ts'

export function NotFoundScreen() {
  return (
    <>
      <ScreenTitle title={t('shell.unknownPage')} hidden />
      <EmptyState action={<ButtonLink to={paths.home}>{t('shell.toHome')}</ButtonLink>}>
        {t('shell.unknownPage')}
      </EmptyState>
    </>
  )
}

import { t } from '#client/platform/language/language.ts'
import { NameForm } from '#client/ui/NameForm.tsx'
import { PASSKEY_NAME_MAX } from '#protocol/limits.ts'
import { type PasskeyView, passkeyNameField } from '#protocol/passkeys.ts'
import { useRenamePasskey } from './passkeys.queries.ts'

export function PasskeyName({ passkey, onDone }: { passkey: PasskeyView; onDone: () => void }) {
  const renaming = useRenamePasskey()
  return (
    <NameForm
      label={t('passkeys.newName')}
      name={passkey.name}
      max={PASSKEY_NAME_MAX}
      check={typed => passkeyNameField.safeParse(typed).data}
      rejection={t('passkeys.nameLength')}
      saving={renaming}
      onSave={name => renaming.mutate({ passkeyId: passkey.passkeyId, name }, { onSuccess: onDone })}
      onDone={onDone}
    />
  )
}

import type { ComponentProps } from 'react'
import { TextField } from '#client/ui/TextField.tsx'
import { PASSWORD_MAX } from '#protocol/limits.ts'

/** The field for an existing password, permanent or temporary. */
export function KnownPasswordField(props: ComponentProps<typeof TextField>) {
  return (
    <TextField
      name="password"
      {...props}
      type="password"
      autoComplete="current-password"
      maxLength={PASSWORD_MAX}
    />
  )
}

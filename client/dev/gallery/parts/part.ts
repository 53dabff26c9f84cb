import type { ComponentType, ReactNode } from 'react'

type Words = 'children' | 'label' | 'names' | 'question' | 'summary' | 'title'
type Chosen = 'kind' | 'size' | 'name'

/** 'kind primary', 'kind danger' and so on; nothing for a text that may be anything. */
type Variant<Props, Key extends string> = Key extends keyof Props
  ? string extends Exclude<Props[Key], undefined>
    ? never
    : `${Key} ${Exclude<Props[Key], undefined> & string}`
  : never

/**
 * What a part must be shown as, by what it takes: with words also with long ones, with `busy` also busy, with a `kind` of
 * three also as each of them. A new kind does not compile until the gallery shows it.
 */
export type StateOf<Props> =
  | 'default'
  | ([keyof Props & Words] extends [never] ? never : 'long text')
  | (keyof Props & ('busy' | 'disabled' | 'error'))
  | { [Key in Chosen]: Variant<Props, Key> }[Chosen]

export interface Part {
  /** The component itself, by which the test knows that it is shown. */
  component: unknown
  name: string
  states: Record<string, ReactNode>
  /** The height in pixels of the window that each state needs for itself; undefined for what stands among other parts. */
  window: number | undefined
}

/** A part of `client/ui` in all of its states, and in further ones that are worth a look. */
export function part<Props>(
  component: ComponentType<Props>,
  states: Record<StateOf<Props>, ReactNode> & Record<string, ReactNode>,
  options: { window?: number } = {},
): Part {
  return { component, name: component.name, states, window: options.window }
}

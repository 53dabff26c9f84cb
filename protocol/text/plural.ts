/**
 * The form of a word that goes with a number in a language. `forms` are named as Unicode's CLDR names them, and divided by strokes:
 * 'one note|other notes'. 99+ is no number, and takes what goes with most.
 */
export function formFor(language: string, value: string, forms: string): string {
  const category = new Intl.PluralRules(language).select(Number(value))
  const form = forms.split('|').find(each => each.startsWith(`${category} `))
  return form?.slice(category.length + 1) ?? ''
}

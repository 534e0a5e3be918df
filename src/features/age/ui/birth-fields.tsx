import { SelectField } from '../../../web/kit/select.tsx';
import { texts } from '../texts.ts';
import './age.css';

type BirthFieldsProps = {
  years: number[];
  values: Partial<Record<string, string>>;
  fieldErrors: Partial<Record<string, string>>;
  onChange: () => void;
};

/** The fields for a month and a year of birth, side by side. */
export function BirthFields({ years, values, fieldErrors, onChange }: BirthFieldsProps) {
  const { question } = texts;
  return (
    <div className="birth-fields">
      <SelectField
        name="month"
        label={question.month}
        placeholder={question.choose}
        options={question.months.map((label, index) => ({ value: String(index + 1), label }))}
        defaultValue={values['month'] ?? ''}
        error={fieldErrors['month'] ?? null}
        autoComplete="bday-month"
        onChange={onChange}
      />
      <SelectField
        name="year"
        label={question.year}
        placeholder={question.choose}
        options={years.map((year) => ({ value: String(year), label: String(year) }))}
        defaultValue={values['year'] ?? ''}
        error={fieldErrors['year'] ?? null}
        autoComplete="bday-year"
        onChange={onChange}
      />
    </div>
  );
}

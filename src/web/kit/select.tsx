type Option = { value: string; label: string };
type SelectProps = {
  name: string;
  label: string;
  options: Option[];
  value: string;
  onChange: (value: string) => void;
};

/** A labelled select. It is the native control, because phones know best how to show it. */
export function Select({ name, label, options, value, onChange }: SelectProps) {
  return (
    <label className="field">
      <span>{label}</span>
      <select className="select" name={name} value={value} onChange={(event) => onChange(event.target.value)}>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </label>
  );
}
